// The page of one report: its drop zone, its form and the charts of its results.

import "./charts.js";
import "./class_facts.js";
import "./submissions.js";
import "./unsaved.js";
