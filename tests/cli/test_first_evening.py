"""What two strangers met with in their first game by hand, each as they met it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.players import Duel, Player, accepted, assert_two_lines, fresh_player


@pytest.fixture
def lesson(tmp_path: Path) -> Duel:
    """The learning scenario, by day; message 2 is Anna's to write."""
    anna = fresh_player(tmp_path, "anna")
    anna.good("new", "--scenario=learning-jena", "--side=french", "--name=Anna", "--no-passphrase", "--folder=game")
    return accepted(anna, fresh_player(tmp_path, "bert"))


def attacking(duel: Duel, attack: str) -> str:
    """What check says of a single attack."""
    duel.anna.good("orders", "--fresh")
    template = (duel.anna.place / "orders.yaml").read_text(encoding="utf-8").split("\n")
    frame = "\n".join(line for line in template if line.startswith(("campaign:", "phase:", "for:")))
    (duel.anna.place / "t.yaml").write_text(f"{frame}\nattacks:\n  - {attack}\n", encoding="utf-8")
    said = duel.anna("check", "t.yaml")
    assert said.status in (1, 2)
    return said.err


def test_last_turns_orders_are_one_fault_and_not_one_for_each_heading(duel: Duel) -> None:
    duel.turn(2)
    duel.turn(3)
    for wrong in ("", "\nattack:\n"):
        path = duel.anna.place / "orders.yaml"
        path.write_text(path.read_text(encoding="utf-8") + wrong, encoding="utf-8")
        said = duel.anna("check")
        assert said.status == 1 and "1 fault" in said.err
        assert "these orders are for phase french-01, now it is french-02" in said.err
        assert "what lies there is kept" in said.err and "run the same command again" not in said.err


def test_orders_of_another_campaign_are_one_fault(duel: Duel) -> None:
    duel.anna.good("orders")
    path = duel.anna.place / "orders.yaml"
    lines = path.read_text(encoding="utf-8").split("\n")
    lines = ['campaign: "0123456789ab"' if line.startswith("campaign:") else line for line in lines]
    lines = ["for: 9" if line.startswith("for:") else line for line in lines if not line.startswith("phase:")]
    path.write_text("\n".join(lines), encoding="utf-8")
    said = duel.anna("submit", "--yes")
    assert "1 fault" in said.err and "campaign 0123456789ab" in said.err


def test_a_take_back_of_what_waits_for_an_answer_says_when_it_can_be_offered(duel: Duel) -> None:
    duel.anna.good("orders")
    duel.anna.good("submit", "--yes", "--empty")
    for command in (("offer", "takeback"), ("offer", "draw"), ("resign", "--yes")):
        said = duel.anna(*command)
        assert said.status == 3
        assert_two_lines(said)
        assert "pbem receive" in said.err and f"pbem {command[0]}" in said.err and "--resend" not in said.err
    assert "pbem submit --resend" in duel.anna("submit", "--yes").err


def test_a_message_that_is_answered_is_laid_out_again_without_waiting_for_an_answer(duel: Duel) -> None:
    duel.turn(2)
    assert "then wait for his" in duel.anna.good("submit", "--resend").out
    duel.turn(3)
    said = duel.anna.good("submit", "--resend").out
    assert "Message 2: the same bytes again" in said and "wait for his" not in said
    assert "It is answered" in said and "pbem status" in said


def test_a_folder_that_was_begun_anew_is_listed_once(tmp_path: Path) -> None:
    anna = fresh_player(tmp_path, "anna")
    for _ in range(2):
        shutil.rmtree(anna.place / "game", ignore_errors=True)
        anna.good("new", "--scenario=learning-jena", "--side=french", "--name=A", "--no-passphrase", "--folder=game")
    assert [one["folder"] for one in anna.good("list", "--json").json["campaigns"]] == [str(anna.place / "game")]
    assert anna.good("status", "--campaign", "game").status == 0
    assert anna.good("status").status == 0, "it is the only one"


def test_with_an_offer_waiting_nobody_says_that_there_is_nothing_to_decide(duel: Duel) -> None:
    duel.turn(2)
    duel.turn(3)
    duel.anna.good("offer", "takeback", "--yes")
    duel.bert.good("receive", duel.mail(duel.anna, 4), "--quiet")
    for command in ("orders", "check"):
        said = duel.bert(command)
        assert said.status == 3 and "nothing to decide" not in said.err
        assert "answers an offer" in said.err and "pbem status" in said.err


def test_the_same_unknown_unit_is_told_once(duel: Duel) -> None:
    said = duel.anna("odds", "0610", "--by", "suc-9", "--from", "suc-9=0609")
    assert said.status == 2 and said.err.count("there is no unit 'suc-9'") == 1


def test_units_of_odds_may_stand_behind_commas(duel: Duel) -> None:
    apart = duel.anna("odds", "0610", "--by", "suc-1", "--by", "suc-2")
    assert duel.anna("odds", "0610", "--by", "suc-1,suc-2") == apart
    assert "there is no unit" not in apart.err


def test_an_attack_on_a_unit_is_told_to_name_its_hex(lesson: Duel) -> None:
    said = attacking(lesson, "{on: 1/Tauenzien, by: [suc-1]}")
    assert "1 fault" in said and "1/Tauenzien is a unit" in said and "name the hex" in said


@pytest.mark.parametrize("word", ["yes", "ja", "true"])
def test_a_bare_yes_to_an_advance_is_met_with_what_to_write(lesson: Duel, word: str) -> None:
    said = attacking(lesson, f'{{on: "0610", by: [suc-1], advance: {word}}}')
    assert "name who may advance, such as [gaz-1]" in said


def test_a_hex_attacked_in_two_entries_is_told_with_the_entry_to_write(lesson: Duel) -> None:
    lesson.turn(2)
    lesson.bert.good("orders", "--fresh")
    path = lesson.bert.place / "orders.yaml"
    head = path.read_text(encoding="utf-8").split("moves:\n")[0]
    moves = 'moves:\n  - {unit: tau-1, to: "0608"}\n  - {unit: tau-2, to: "0708"}\n'
    second = "  - {on: [Windknollen], by: [tau-2]}\n"
    path.write_text(f'{head}{moves}attacks:\n  - {{on: "0607", by: [1/Tauenzien]}}\n{second}', encoding="utf-8")
    said = lesson.bert("check")
    assert said.status == 1
    assert 'one entry, such as - {on: ["0607"], by: [tau-1, tau-2]}' in said.err


def test_units_without_commas_are_told_with_the_list_to_write(lesson: Duel) -> None:
    assert "a comma is missing? write [suc-1, gaz-1]" in attacking(lesson, '{on: "0610", by: [suc-1 gaz-1]}')


def test_an_attack_in_one_text_is_met_with_its_keys(lesson: Duel) -> None:
    assert "lines with on, by" in attacking(lesson, '"0610 by suc-1"')


def test_a_message_that_is_no_number(duel: Duel) -> None:
    said = duel.anna("show", "orders.yaml")
    assert said.status == 2 and "parse" not in said.err and "number" in said.err
    assert_two_lines(said)


def test_a_mail_that_went_to_another_folder_of_the_game_says_so(duel: Duel) -> None:
    shutil.copytree(duel.bert.place, duel.bert.place.parent / "copy")
    duel.anna.good("orders")
    duel.anna.good("submit", "--yes", "--empty")
    mail = duel.mail(duel.anna, 2)
    copy = duel.bert.within("../copy")
    for said in (copy.good("receive", mail, "--quiet"), copy.good("receive", mail)):
        assert str(duel.bert.place.resolve()) in said.out and "pbem doctor" in said.out
    assert "pbem doctor" not in duel.bert.good("receive", mail).out


def test_a_damaged_mail_is_answered_with_one_piece_of_advice(duel: Duel) -> None:
    duel.anna.good("orders")
    duel.anna.good("submit", "--yes", "--empty")
    text = duel.mail(duel.anna, 2).read_text(encoding="utf-8")
    (duel.bert.place / "half.txt").write_text(text[: len(text) // 2], encoding="utf-8")
    said = duel.bert("receive", "half.txt")
    assert said.status == 12 and said.out.count("ask for") == 1 and "pbem submit --resend" in said.out


@pytest.mark.slow
def test_no_letter_of_the_protocol_stands_for_a_player_at_the_end(lesson: Duel) -> None:
    for seq in range(2, 8):
        lesson.turn(seq)
    assert "  log        8 messages, verified\n" in lesson.anna.good("status").out
    for sender, receiver, seq in ((lesson.anna, lesson.bert, 8), (lesson.bert, lesson.anna, 9)):
        sender.good("submit", "--yes")
        report = receiver.good("receive", lesson.mail(sender, seq)).out
    assert "The game is over: Bert (Prussian) wins" in report and "pbem verify" in report
    assert "verified: finished and audited" in lesson.anna.good("status").out
    said = lesson.anna.good("standing").out
    assert "your next message" not in said and "the game is over" in said


def gone_on_twice(duel: Duel) -> Path:
    """Bert answers from his folder, and once more on another computer from a copy of it that was older: that one."""
    duel.turn(2)
    home, old = duel.bert.home.parent / "other-home", duel.bert.place.parent / "old"
    shutil.copytree(duel.bert.home, home)
    shutil.copytree(duel.bert.place, old)
    duel.turn(3)
    shutil.move(duel.bert.place, duel.bert.place.parent / "kept")
    shutil.copytree(old, duel.bert.place)
    twin = Player(home, duel.bert.place)
    twin.good("orders")
    (twin.place / "orders.yaml").open("a", encoding="utf-8").write("note: from the other computer\n")
    twin.good("submit", "--yes", "--empty")
    return duel.mail(twin, 3)


def test_a_second_message_of_a_number_is_told_with_names_and_short_ids(duel: Duel) -> None:
    second = gone_on_twice(duel)
    said = duel.anna("receive", second)
    assert said.status == 11
    assert "refused: message 3, signed by Bert (Prussian): two different messages 3: " in said.out
    assert " [FORK]\n" in said.out, "what it is comes first, and its code at the end"
    assert "old copy" in said.out and not re.search(r"[0-9a-f]{16}", said.out)
    log = duel.anna.place / "log.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    (duel.anna.place / "two.jsonl").write_bytes(
        b"".join([*lines, (duel.bert.place / "log.jsonl").read_bytes().splitlines(True)[3]])
    )
    judged = duel.anna("verify", "two.jsonl")
    assert judged.status == 11 and "signed by Bert (Prussian)" in judged.out
    assert re.search(r"[0-9a-f]{64}", duel.anna("receive", second, "--json").json["received"][0]["error"]["detail"])


def test_doctor_in_an_older_copy_names_the_folder_to_go_on_in(duel: Duel) -> None:
    copy = duel.bert.within("../copy")
    shutil.copytree(duel.bert.place, copy.place.resolve())
    duel.turn(2)
    said = copy.good("doctor").out
    assert f"{duel.bert.place.resolve()} holds 3 messages, this folder 2" in said and "go on there" in said
    assert "holds 3 messages" not in duel.bert.good("doctor").out


def test_status_knows_that_orders_are_being_written(duel: Duel) -> None:
    def commands() -> list[str]:
        return list(duel.anna.good("status", "--json").json["commands"])

    assert commands()[0] == "pbem orders"
    duel.anna.good("orders")
    path = duel.anna.place / "orders.yaml"
    assert commands() == ["edit orders.yaml", "pbem check", "pbem submit"]
    path.write_text(path.read_text(encoding="utf-8") + "moves: [\n", encoding="utf-8")
    assert commands()[0] == "edit orders.yaml", "also while it cannot be read"
    duel.anna.good("orders", "--fresh")
    duel.turn(2)
    duel.turn(3)
    assert commands()[0] == "pbem orders", "those that lie there are of the turn before"


def test_practice_without_a_campaign_says_how_to_begin_one(tmp_path: Path, duel: Duel) -> None:
    said = fresh_player(tmp_path, "carla")("practice")
    assert said.status == 2 and "pbem practice --folder training" in said.err
    assert_two_lines(said)


@pytest.fixture
def roads(tmp_path: Path) -> Duel:
    """The learning scenario with counters face down; message 2, Anna's set-up, is next."""
    anna = fresh_player(tmp_path, "anna")
    anna.good("new", "--scenario=learning-pultusk", "--side=french", "--name=A", "--no-passphrase", "--folder=game")
    return accepted(anna, fresh_player(tmp_path, "bert"))


def judged(duel: Duel, body: str) -> str:
    """What check says of orders with this body."""
    duel.anna.good("orders", "--fresh")
    template = (duel.anna.place / "orders.yaml").read_text(encoding="utf-8").split("\n")
    frame = "\n".join(line for line in template if line.startswith(("campaign:", "phase:", "for:")))
    (duel.anna.place / "t.yaml").write_text(f"{frame}\n{body}\n", encoding="utf-8")
    return duel.anna("check", "t.yaml").err


def test_a_dummy_too_many_is_counted_in_english(roads: Duel) -> None:
    one = "{kind: infantry, box: modlin}"
    assert "there is 1 infantry dummy; none is left for Modlin" in judged(roads, f"dummies: [{one}, {one}]")


def test_a_first_turn_next_to_the_enemy_shows_how_a_march_is_written(roads: Duel) -> None:
    roads.turn(2)
    roads.turn(3)
    roads.anna.good("orders")
    orders = (roads.anna.place / "orders.yaml").read_text(encoding="utf-8")
    marches = orders.split("\norders:\n")[1].split("\n\n")[0]
    assert "For the others" not in marches
    example = marches.split("Write each as ")[1].split("; above")[0]
    assert "1 fault" not in judged(roads, f"orders:\n  {example}")


def test_commas_that_are_missing_are_named_with_the_list_to_write(roads: Duel) -> None:
    roads.turn(2)
    roads.turn(3)
    assert "write [v, lannes]" in judged(roads, "orders:\n  - {stack: [v lannes], path: [nasielsk]}")
    said = judged(roads, "orders:\n  - {stack: [v, lannes], path: [nasielsk pultusk]}")
    assert "a comma is missing? write [nasielsk, pultusk]" in said
    assert "write [nasielsk], or lines" in judged(roads, "orders:\n  - {stack: v, path: nasielsk}")


def test_odds_of_an_empty_box_say_how_attackers_are_named_and_name_no_dummy(roads: Duel) -> None:
    roads.turn(2)
    roads.turn(3)
    said = roads.anna("odds", "nasielsk")
    assert said.status == 2 and "name attackers with --by; next to it: " in said.err and "Davout (III)" in said.err
    assert "dummy" not in said.err
    assert_two_lines(said)


def test_dice_of_a_message_without_orders_are_not_called_those_of_orders(roads: Duel) -> None:
    roads.turn(2)
    roads.turn(3)
    assert "Dice of message 3: orders of B (Russian)" in roads.anna.good("dice", "3").out.replace("Bert", "B")
    (roads.anna.place / "orders.yaml").unlink(missing_ok=True)
    roads.anna.good("orders")
    path = roads.anna.place / "orders.yaml"
    marches = "orders:\n  - {stack: [v, lannes, becker], path: [nasielsk]}\n"
    path.write_text(path.read_text(encoding="utf-8").replace("orders:\n", marches, 1), encoding="utf-8")
    roads.anna.good("submit", "--yes")
    roads.bert.good("receive", roads.mail(roads.anna, 4), "--quiet")
    roads.bert.good("submit", "--yes")
    roads.anna.good("receive", roads.mail(roads.bert, 5), "--quiet")
    assert roads.anna.good("dice", "5").out.startswith("Dice of message 5 of Bert (Russian), rolled by A (French)")


def names_drawn(svg: str) -> set[str]:
    return set(re.findall(r">([^<>]+)</text>", svg))


@pytest.mark.slow
def test_before_the_set_up_maps_show_where_it_will_be_and_not_all_of_poland(roads: Duel) -> None:
    """Until the last side stands: in the terminal, as a picture, as the list, on the orders page and in the mail."""
    begins = {"Sierock", "Modlin", "Nasielsk", "Golymin", "Pultusk", "Makow"}
    for player, seq in ((roads.anna, 2), (roads.bert, 3)):
        for more in ((), ("--public",)):
            text = player.good("map", *more, "--whole").out.split("Control of")[0]
            assert "Konigsberg" in text and "Posen" in text
            text = player.good("map", *more).out.split("Control of")[0]
            assert all(name in text for name in begins) and "Konigsberg" not in text and "Posen" not in text
            svg = player.good("map", *more, "--svg", "-").out
            assert "Sierock" in names_drawn(svg) and not {"Posen", "Bromberg"} & names_drawn(svg)
            listed = player.good("map", *more, "--text").out
            assert "(sierock)" in listed and "(posen)" not in listed
        player.good("orders", "--fresh", "--page")
        page = (player.place / "orders.html").read_text(encoding="utf-8")
        board = json.loads(page.split('id="data">')[1].split("</script>")[0])["boards"][0]
        assert board["focus"] and board["focus"][2] < board["width"] / 2
        if player is roads.anna:
            roads.turn(seq)


def test_a_path_that_begins_where_the_stack_stands_is_told_to_leave_that_out(roads: Duel) -> None:
    roads.turn(2)
    roads.turn(3)
    said = judged(roads, "orders:\n  - {stack: [v, lannes], path: [sierock, nasielsk]}")
    assert "leave Sierock out" in said and "no link joins" not in said


def test_the_word_dummy_is_met_with_the_counters_that_are_dummies(roads: Duel) -> None:
    roads.turn(2)
    roads.turn(3)
    said = judged(roads, "orders:\n  - {stack: [dummy], path: [nowe-miasto]}")
    lines = (roads.anna.place / "orders.yaml").read_text(encoding="utf-8").split("\n")
    counters = [line.split()[1] for line in lines if " dummy  " in line]
    assert len(counters) == 2 and f"a dummy is called by its counter: {' or '.join(counters)}" in said
