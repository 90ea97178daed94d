interface HappyWindow {
  happyDOM?: { setViewport: (size: { width: number }) => void };
}

/** Gives the window another width, in pixels. */
export function widen(width: number): void {
  (window as Window & HappyWindow).happyDOM?.setViewport({ width });
}
