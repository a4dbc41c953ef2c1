// Wires what every page has.

import { wireCopyButtons } from "./copy.js";
import { wireTableCopies } from "./copy_table.js";
import { wireDialogs } from "./dialogs.js";
import { wireFolds } from "./folds.js";
import { wireMenus } from "./menus.js";
import { wireShortcuts } from "./shortcuts.js";
import { wireSuggestions } from "./suggestions.js";
import { wireSwaps } from "./swaps.js";
import { wireTerms } from "./terms.js";
import { wireTheme } from "./theme.js";
import { wireTicks } from "./ticks.js";
import "./times.js";

wireCopyButtons();
wireTableCopies();
wireDialogs();
wireFolds();
wireMenus();
wireShortcuts();
wireSuggestions(() => import("../vendor/auto-complete.js"));
wireSwaps();
wireTerms();
wireTheme();
wireTicks();
