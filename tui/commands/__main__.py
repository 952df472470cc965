"""`python -m tui.commands` is `driftwood`."""

import sys

from tui.commands import main

sys.exit(main())
