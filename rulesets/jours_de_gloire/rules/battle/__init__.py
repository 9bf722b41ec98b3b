"""One battle, resolved apart from maps and markers: tactics, strengths, rounds, losses, what follows, sieges.

Callers hand in who fights where and under which circumstances (`parts`) and the charts (`tables_needed`); what comes
back says who lost what. Where units go, which counters are turned and who is asked is for the movement and map side.
"""
