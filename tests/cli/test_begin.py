"""new, join, list: from nothing to a campaign that both know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from tests.cli.players import SCENARIO, Duel, Player, assert_two_lines, begun, fresh_player


def test_new_says_what_to_mail_and_the_fingerprint(anna: Player) -> None:
    said = anna.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--name", "Anna", "--no-passphrase")
    outbox = anna.place / SCENARIO / "outbox"
    assert f"ready to be sent: {outbox / '0000-a.eml'}" in said.out and f"mail him {outbox / '0000-a.yaml'}" in said.out
    assert "fingerprint" in said.out
    assert (anna.place / SCENARIO / "outbox/0000-a.yaml").is_file()


def test_new_warns_of_an_identity_in_clear_and_makes_it_once(anna: Player) -> None:
    first = anna.good(
        "new", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--folder", "one", "--json"
    )
    second = anna.good("new", "--scenario", "jena-auerstadt", "--side", "prussian", "--folder", "two", "--json")
    assert "kept in clear" in first.err
    assert second.err == ""
    assert first.json["fingerprint"] == second.json["fingerprint"]
    assert second.json["side"] == "prussian"


def test_new_without_a_word_on_the_passphrase_names_the_flag(anna: Player) -> None:
    said = anna("new", "--scenario", "jena-auerstadt", "--side", "french")
    assert said.status == 2
    assert "--no-passphrase" in said.err and "PBEM_PASSPHRASE" in said.err
    assert not (anna.place / SCENARIO).exists()


@pytest.mark.usefixtures("quick_passphrases")
def test_a_passphrase_locks_the_identity(anna: Player) -> None:
    anna.good(
        "new", "--scenario", "jena-auerstadt", "--side", "french", "--folder", "g", PBEM_PASSPHRASE="hard to guess"
    )
    locked = anna("status", "--campaign", "g", "--json")
    assert locked.status == 2 and locked.json["error"]["code"] == "PASSPHRASE_MISSING"
    wrong = anna("status", "--campaign", "g", PBEM_PASSPHRASE="easy")
    assert wrong.status == 2 and "passphrase is wrong" in wrong.err
    anna.good("status", "--campaign", "g", PBEM_PASSPHRASE="hard to guess")
    listed = anna.good("list", "--json").json["campaigns"]
    assert [one["you"] for one in listed] == [""]


def test_new_keeps_people_out_of_the_log(anna: Player) -> None:
    anna.good(
        *("new", "--scenario", "jena-auerstadt", "--side", "french", "--name", "Anna", "--mail", "anna@example.org"),
        *("--opponent", "Bert <bert@example.org>", "--folder", "g", "--no-passphrase"),
    )
    people = yaml.safe_load((anna.place / "g/campaign.yaml").read_text(encoding="utf-8"))
    assert people["you"] == {"name": "Anna", "mail": "anna@example.org"}
    assert people["opponent"] == {"name": "Bert", "mail": "bert@example.org"}
    assert b"example.org" not in (anna.place / "g/log.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ((), "SIDE_MISSING"),
        (("--scenario", "", "--side", "french"), "RULESET_MISSING"),
        (("--side", "austrian"), "UNKNOWN_ARMY"),
        (("--side", "french", "--ruleset", "chess"), "UNKNOWN_RULESET"),
        (("--side", "french", "--scenario", "wagram"), "UNKNOWN_SCENARIO"),
        (("--side", "french", "--option", "loius=true"), "UNKNOWN_OPTION"),
        (("--side", "french", "--option", "louis=perhaps"), "UNKNOWN_OPTION"),
        (("--side", "french", "--clock-days", "0x"), "USAGE"),
        (("--side", "french", "--clock-days", "9999"), "CLOCK"),
        (("--side", "french", "--clock-default", "war"), "CLOCK"),
        (("--side", "french", "--overlay", "nowhere.yaml"), "FILE_MISSING"),
        (("--side", "french", "--opponent", "a@b@c"), "MAIL_ADDRESS"),
    ],
)
def test_new_refuses_what_it_does_not_know(anna: Player, args: tuple[str, ...], code: str) -> None:
    said = anna("new", "--scenario", "jena-auerstadt", "--no-passphrase", "--json", *args)
    assert (said.status, said.json["error"]["code"]) == (2, code)
    assert not (anna.place / SCENARIO).exists()
    assert_two_lines(anna("new", "--scenario", "jena-auerstadt", "--no-passphrase", *args))


def test_options_overlay_and_clock_are_terms_of_the_invitation(anna: Player, tmp_path: Path) -> None:
    (anna.place / "fix.yaml").write_text('- {hex: "0610", terrain: town}\n', encoding="utf-8")
    anna.good(
        *("new", "--scenario", "jena-auerstadt", "--side", "French", "--option", "louis=TRUE"),
        *("--overlay", "fix.yaml", "--clock-days", "7"),
        *("--clock-default", "draw", "--no-passphrase", "--folder", "g"),
    )
    terms = anna.good("show", "0", "--campaign", "g", "--json").json["payload"]["terms"]
    assert terms["options"]["louis"] is True
    assert terms["overlay"] == [{"hex": "0610", "terrain": "town"}]
    assert terms["clock"] == {"days": 7, "default": "draw"}
    bert = fresh_player(tmp_path, "bert")
    shown = bert("join", anna.place / "g/outbox/0000-a.yaml", typed="n\n")
    assert shown.status == 0
    assert "louis: yes" in shown.out and "map corrections   1" in shown.out and "7 days" in shown.out


def test_an_overlay_that_does_not_fit_is_refused(anna: Player) -> None:
    (anna.place / "fix.yaml").write_text('- {hex: "9999", terrain: town}\n', encoding="utf-8")
    said = anna("new", "--scenario", "jena-auerstadt", "--side", "french", "--overlay", "fix.yaml", "--no-passphrase")
    assert said.status == 2 and "9999" in said.err
    (anna.place / "fix.yaml").write_text("hex: 1\n", encoding="utf-8")
    assert_two_lines(
        anna("new", "--scenario", "jena-auerstadt", "--side", "french", "--overlay", "fix.yaml", "--no-passphrase")
    )


def test_new_does_not_touch_a_folder_with_something_in_it(anna: Player) -> None:
    (anna.place / "g").mkdir()
    (anna.place / "g/letter.txt").write_text("mine", encoding="utf-8")
    said = anna("new", "--scenario", "jena-auerstadt", "--side", "french", "--folder", "g", "--no-passphrase")
    assert said.status == 2 and "letter.txt" in said.err
    assert [path.name for path in (anna.place / "g").iterdir()] == ["letter.txt"]


def test_join_asks_once_and_a_no_changes_nothing(anna: Player, tmp_path: Path) -> None:
    key = anna.good(
        "new", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--folder", "g", "--json"
    ).json["fingerprint"]
    bert = fresh_player(tmp_path, "bert")
    said = bert("join", anna.place / "g/outbox/0000-a.yaml", "--no-passphrase", typed="n\n")
    assert said.status == 0 and key in said.out and "Nothing was accepted" in said.out
    assert list(bert.place.iterdir()) == [] and not bert.home.exists()


def test_join_asks_nothing_in_json_and_names_the_flag(anna: Player, tmp_path: Path) -> None:
    anna.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--folder", "g")
    bert = fresh_player(tmp_path, "bert")
    said = bert("join", anna.place / "g/outbox/0000-a.yaml", "--no-passphrase", "--json", typed="y\n")
    assert (said.status, said.json["error"]["code"]) == (2, "ANSWER_MISSING")
    assert "--yes" in said.json["error"]["mend"]
    joined = bert.good("join", anna.place / "g/outbox/0000-a.yaml", "--no-passphrase", "--json", "--yes")
    assert joined.json["terms"]["sides"] == {"a": "french", "b": "prussian"}


def test_join_reads_standard_input_and_refuses_ones_own_invitation(anna: Player) -> None:
    anna.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--folder", "g")
    mail = (anna.place / "g/outbox/0000-a.yaml").read_bytes()
    said = anna("join", "-", "--yes", "--folder", "h", typed=mail)
    assert said.status == 2 and "KEY_REUSED" in said.err
    assert_two_lines(said)


def test_join_a_text_without_invitation(duel: Duel) -> None:
    said = duel.anna("join", duel.mail(duel.bert, 1), "--yes")
    assert said.status == 2 and "no invitation" in said.err


def test_list_tells_whose_move_it_is(duel: Duel) -> None:
    (mine,) = duel.anna.good("list", "--json").json["campaigns"]
    (his,) = duel.bert.good("list", "--json").json["campaigns"]
    assert (mine["yours"], his["yours"]) == (True, False)
    assert his["waits_for"] == "Anna (French)"
    assert "your move" in duel.anna.good("list").out


def test_list_shows_a_folder_that_is_gone_and_an_invitation(anna: Player) -> None:
    assert "No campaigns yet" in anna.good("list").out
    anna.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--folder", "g")
    (told,) = anna.good("list", "--json").json["campaigns"]
    assert told["state"] == "invitation, not accepted"
    (anna.place / "g").rename(anna.place / "moved")
    (told,) = anna.good("list", "--json").json["campaigns"]
    assert told["error"] and json.dumps(told)


def test_an_overlay_file_corrects_hexes_and_hexsides(anna: Player) -> None:
    """Its true and false are typed by the schema; what is unsound afterwards is refused."""
    anna.place.joinpath("fix.yaml").write_text(
        '- {hex: "1505", terrain: forest}\n- {hexside: "0104-0204", feature: road, there: false}\n', encoding="utf-8"
    )
    new = ("new", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--overlay", "fix.yaml")
    anna.good(*new, "--folder", "mended")
    anna.place.joinpath("fix.yaml").write_text(
        '- {hexside: "1505-1506", feature: bridge, there: true}\n', encoding="utf-8"
    )
    refused = anna(*new, "--folder", "refused")
    assert refused.status == 2
    assert "would cross no water" in refused.err


def test_an_acceptance_that_quotes_the_invitation_is_taken_in(tmp_path: Path) -> None:
    anna, bert = begun(fresh_player(tmp_path, "anna")), fresh_player(tmp_path, "bert")
    invitation = anna.place / "game/outbox/0000-a.yaml"
    bert.good("join", invitation, "--name", "Bert", "--no-passphrase", "--folder", "game", "--yes")
    accept = (bert.place / "game/outbox/0001-b.yaml").read_text(encoding="utf-8")
    quoted = "".join(f"> {line}\n" for line in invitation.read_text(encoding="utf-8").splitlines())
    said = anna.good("receive", "-", "--quiet", typed=f"{accept}\nOn Tuesday Anna wrote:\n{quoted}")
    assert "message 1 of Bert" in said.out
    again = bert.good("receive", invitation, "--quiet")
    assert "message 0 was here already" in again.out
    carla = fresh_player(tmp_path, "carla")
    alone = carla("receive", invitation)
    assert alone.status == 2 and "pbem join" in alone.err


@pytest.mark.parametrize("name", ["Anna\u202e", "An\x07na", "Anna\nBerta", "Anna\u2028"])
def test_a_name_that_no_file_can_hold_is_refused_before_anything_is_made(anna: Player, name: str) -> None:
    said = anna("new", "--scenario", "jena-auerstadt", "--side", "french", "--name", name, "--no-passphrase", "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "MAIL_ADDRESS")
    assert list(anna.place.iterdir()) == [] and not anna.home.exists()


def test_options_are_switched_by_the_words_that_join_shows_and_those_at_their_defaults_are_named(
    tmp_path: Path,
) -> None:
    anna, bert = fresh_player(tmp_path, "anna"), fresh_player(tmp_path, "bert")
    begin = ("--ruleset", "napoleons-last-battles", "--scenario", "ligny", "--side", "french", "--name", "Anna")
    chosen = ("--option", "leaders=yes", "--option", "command=True")
    anna.good("new", *begin, *chosen, "--no-passphrase", "--folder=game")
    shown = bert("join", anna.place / "game/outbox/0000-a.yaml", "--name", "Bert", "--no-passphrase", typed="n\n").out
    assert "option            leaders: yes (Leaders stand" in shown and "command: yes (" in shown
    told = " ".join(shown.partition("by default")[2].partition("clock")[0].split())
    assert told.startswith("charge: no, ") and told.endswith("pbem rules show napoleons-last-battles")
    assert "leaders" not in told and "reorganization: no" in told
