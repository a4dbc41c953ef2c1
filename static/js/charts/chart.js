// Chart.js with the parts that our charts are made of. Pages load it when a chart is to be drawn,
// by import(), so that one file serves them all; what draws reads it from the window.

import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  ScatterController,
  Tooltip,
} from "../../vendor/chart.js";

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  ScatterController,
  Tooltip,
);
window.Chart = Chart;
