"""`python -m pbem`."""

from pbem.cli.main import main

main()
