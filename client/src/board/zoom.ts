import { select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomTransform } from "d3-zoom";

import { U } from "../lib/ground";

/** Pan and zoom of one SVG: wheel, pinch and drag by d3, keys by these methods. */
export interface View {
  fit(): void;
  /** Show this part of the board (in drawing units), whatever the room. */
  frame(part: Part): void;
  /** The room has changed: fit again, unless the player has chosen a view of their own. */
  resized(): void;
  by(factor: number): void;
  pan(dx: number, dy: number): void;
  /** Bring a place (in drawing units) into sight if it is not. */
  show(x: number, y: number): void;
  destroy(): void;
}

/** A part of the drawing. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MARGIN = 62;
/** A small map is not blown up to fill the screen: 1 is 100 pixels a square. */
const LARGEST = 1.3;

/** Let `svg` be panned and zoomed over a board of this size; `moved` gets each new transform, and the scale of the
 * last view that was fitted. A fitted board leaves so many pixels `aside` at the right.
 */
export function viewOf(
  svg: SVGSVGElement,
  columns: number,
  rows: number,
  aside: () => number,
  moved: (transform: ZoomTransform, fitted: number) => void,
): View {
  const root = select<SVGSVGElement, unknown>(svg);
  const width = columns * U;
  const height = rows * U;
  let now = zoomIdentity;
  let chosen = false;
  let base = 1;
  const behaviour = zoom<SVGSVGElement, unknown>()
    .clickDistance(6)
    .filter((event: Event) => !(event as MouseEvent).button && event.type !== "dblclick")
    .on("zoom", (event: D3ZoomEvent<SVGSVGElement, unknown>) => {
      now = event.transform;
      chosen ||= event.sourceEvent !== null && event.sourceEvent !== undefined;
      moved(now, base);
    });
  root.call(behaviour);

  const size = () => [Math.max(1, svg.clientWidth - aside()), Math.max(1, svg.clientHeight)] as const;
  const fitted = () => {
    const [w, h] = size();
    return Math.min(LARGEST, w / (width + 2 * MARGIN), h / (height + 2 * MARGIN));
  };

  function fit(): void {
    const [w, h] = size();
    const k = (base = fitted());
    behaviour.scaleExtent([k * 0.7, Math.max(k * 1.01, 3.2)]);
    behaviour.translateExtent([[-width * 0.6, -height * 0.6], [width * 1.6, height * 1.6]]);
    root.call(behaviour.transform, zoomIdentity.translate((w - width * k) / 2, (h - height * k) / 2).scale(k));
    chosen = false;
  }

  function frame({ x, y, width: wide, height: high }: Part): void {
    const [w, h] = size();
    const k = (base = Math.min(LARGEST, w / wide, h / high));
    root.call(behaviour.transform, zoomIdentity.translate(w / 2 - (x + wide / 2) * k, h / 2 - (y + high / 2) * k).scale(k));
  }

  return {
    fit,
    frame,
    resized: () => void (chosen || fit()),
    by(factor) {
      chosen = true;
      root.call(behaviour.scaleBy, factor);
    },
    pan(dx, dy) {
      chosen = true;
      root.call(behaviour.translateBy, dx / now.k, dy / now.k);
    },
    show(x, y) {
      const [w, h] = size();
      const [px, py] = now.apply([x, y]);
      const edge = Math.min(60, w / 5, h / 5);
      if (px < edge || py < edge || px > w - edge || py > h - edge) root.call(behaviour.translateTo, x, y);
    },
    destroy: () => void root.on(".zoom", null),
  };
}
