// Zoom and pan of a drawing: wheel, drag, two fingers, and calls from buttons and keys. It holds the transform; what is drawn is the view's.

export interface Transform {
  x: number;
  y: number;
  scale: number;
  /// Of heights: from far away a wide drawing is not made flat.
  scaleY: number;
}

const leastScale = 0.0002;
const largestScale = 4;

export class Viewport {
  transform: Transform = { x: 0, y: 0, scale: 1, scaleY: 1 };
  /// Whether the last press moved the drawing: then it was no click.
  wasDragged = false;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private pinchedFrom: { distance: number; scale: number } | undefined;

  constructor(private readonly element: HTMLElement, private readonly changed: () => void, private readonly heightScale: (scale: number) => number) {
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"] as const) element.addEventListener(name, (event) => this.up(event));
  }

  get width(): number {
    return this.element.clientWidth;
  }
  get height(): number {
    return this.element.clientHeight;
  }

  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    const { transform } = this;
    const scale = Math.min(Math.max(transform.scale * factor, leastScale), largestScale);
    const scaleY = this.heightScale(scale);
    transform.x = x - (x - transform.x) * (scale / transform.scale);
    transform.y = y - (y - transform.y) * (scaleY / transform.scaleY);
    transform.scale = scale;
    transform.scaleY = scaleY;
    this.changed();
  }
  pan(dx: number, dy: number): void {
    this.transform.x += dx;
    this.transform.y += dy;
    this.changed();
  }
  /// The whole drawing, if that leaves it readable; else its upper middle.
  fit(width: number, height: number, rootX: number, leastReadable: number): void {
    const margin = 24;
    const whole = Math.min((this.width - margin) / width, 1.1, Math.max((this.height - margin) / height, leastReadable));
    const scale = Math.max(whole, leastReadable, leastScale);
    const scaleY = this.heightScale(scale);
    const middle = scale > whole ? rootX : width / 2;
    const y = Math.max(margin / 2, (this.height - height * scaleY) / 2);
    this.transform = { scale, scaleY, x: this.width / 2 - middle * scale, y };
    this.changed();
  }
  /// Moves as little as possible until the box is inside.
  show(x: number, y: number, halfWidth: number, halfHeight: number): void {
    const { transform } = this;
    const margin = 16;
    const shift = (low: number, high: number, size: number): number => (low < margin ? margin - low : high > size - margin ? size - margin - high : 0);
    const [cx, cy] = [x * transform.scale + transform.x, y * transform.scaleY + transform.y];
    const dx = shift(cx - halfWidth * transform.scale, cx + halfWidth * transform.scale, this.width);
    const dy = shift(cy - halfHeight * transform.scaleY, cy + halfHeight * transform.scaleY, this.height);
    if (dx !== 0 || dy !== 0) this.pan(dx, dy);
  }

  private at(event: MouseEvent): { x: number; y: number } {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    const { x, y } = this.at(event);
    this.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
  }
  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.pointers.set(event.pointerId, this.at(event));
    this.wasDragged = false;
  }
  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.at(event);
    if (this.pointers.size === 2) this.pinch(event.pointerId, now);
    else {
      if (!this.wasDragged && Math.hypot(now.x - before.x, now.y - before.y) < 4) return;
      if (!this.wasDragged) this.element.setPointerCapture(event.pointerId);
      this.wasDragged = true;
      this.pan(now.x - before.x, now.y - before.y);
    }
    this.pointers.set(event.pointerId, now);
  }
  private pinch(id: number, now: { x: number; y: number }): void {
    const other = [...this.pointers].find(([each]) => each !== id)![1];
    const distance = Math.hypot(now.x - other.x, now.y - other.y);
    this.wasDragged = true;
    this.pinchedFrom ??= { distance, scale: this.transform.scale };
    const wanted = (this.pinchedFrom.scale * distance) / this.pinchedFrom.distance;
    this.zoom(wanted / this.transform.scale, (now.x + other.x) / 2, (now.y + other.y) / 2);
  }
  private up(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size < 2) this.pinchedFrom = undefined;
  }
}
