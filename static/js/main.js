// Wires what every page has.

import { wireCopyButtons } from "./copy.js";
import { wireFolds } from "./folds.js";
import { wireMenus } from "./menus.js";
import { wireShortcuts } from "./shortcuts.js";
import { wireTheme } from "./theme.js";
import "./times.js";

wireCopyButtons();
wireFolds();
wireMenus();
wireShortcuts();
wireTheme();
