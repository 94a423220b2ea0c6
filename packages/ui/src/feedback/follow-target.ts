import { type Box, placeCard, roomFor, seenOf } from './coach-position.ts';

/** The highlight is drawn slightly larger than its target, and its frame never touches the window's edge. */
const AROUND = 6;
const EDGE = 4;

export const coachTarget = (name: string): HTMLElement | null => document.querySelector(`[data-coach="${name}"]`);

/** Returns the visible part of the page, without the area an on-screen keyboard covers. */
function viewNow(): Box {
  const { offsetLeft: x = 0, offsetTop: y = 0, width = innerWidth, height = innerHeight } = window.visualViewport ?? {};
  return { x, y, width, height };
}

function targetNow(name: string, view: Box): Box | undefined {
  const box = coachTarget(name)?.getBoundingClientRect();
  if (box === undefined || box.width === 0) return undefined;
  const { x, y, width, height } = box;
  return seenOf(grown({ x, y, width, height }, AROUND), grown(view, -EDGE));
}

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

function write(element: HTMLElement, box: Partial<Box>): void {
  for (const [name, value] of Object.entries(box))
    element.style.setProperty(`--coach-${name}`, `${Math.round(value)}px`);
}

/** Keeps the highlight and the card in position while the page scrolls, resizes or a keyboard opens. */
export function followTarget(name: string, light: HTMLElement, card: HTMLElement): () => void {
  let drawn = '';
  let frame = 0;
  const look = () => {
    frame = requestAnimationFrame(look);
    const view = viewNow();
    const seen = targetNow(name, view);
    const size = { width: card.offsetWidth, height: card.offsetHeight };
    const next = JSON.stringify([view, seen, size]);
    if (next === drawn) return;
    drawn = next;
    const target = seen && roomFor(seen, size, view);
    write(light, target ?? NOWHERE);
    write(card, placeCard(target, size, view));
  };
  look();
  return () => cancelAnimationFrame(frame);
}
