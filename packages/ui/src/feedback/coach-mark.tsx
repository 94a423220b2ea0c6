import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../entry/button.tsx';
import { useKeyboardOpen } from '../shell/keyboard.ts';
import { type Box, placeCard, roomFor, seenOf } from './coach-position.ts';

type Choice = { label: string; go: () => void };
type Props = {
  /** The `data-coach` value of the element it explains. */
  target: string;
  title: string;
  text: string;
  /** "Step 2 of 6". */
  place: string;
  back: Choice | undefined;
  next: Choice & { busy?: boolean };
  /** Escape does the same. */
  skip: Choice;
};

/** Points at one part of the page and explains it. The page stays usable, above all the highlighted element. */
export function CoachMark({ target, title, text, place, back, next, skip }: Props) {
  const light = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLElement>(null);
  const titleId = useId();
  const textId = useId();
  const isKeyboardOpen = useKeyboardOpen();
  usePlaces(target, light, card);
  useFocus(target, card);
  useEscape(skip.go);
  return createPortal(
    <>
      <div ref={light} className="coach__light" aria-hidden="true" />
      <section
        ref={card}
        className="coach"
        hidden={isKeyboardOpen} // Both do not fit, and a typing user has read it.
        role="dialog"
        aria-labelledby={titleId}
        aria-describedby={textId}
        tabIndex={-1}
      >
        <div className="coach__h">
          <span>{place}</span>
          <button type="button" className="hit coach__skip" onClick={skip.go}>
            {skip.label}
          </button>
        </div>
        <h2 id={titleId} className="coach__t">
          {title}
        </h2>
        <p id={textId} className="coach__s">
          {text}
        </p>
        <div className="coach__acts">
          {back !== undefined && (
            <Button size="small" onClick={back.go}>
              {back.label}
            </Button>
          )}
          <Button size="small" tone="primary" busy={next.busy === true} onClick={next.go}>
            {next.label}
          </Button>
        </div>
      </section>
    </>,
    document.body,
  );
}

function usePlaces(target: string, light: RefObject<HTMLElement | null>, card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (light.current === null || card.current === null) return;
    coachTarget(target)?.scrollIntoView({ block: 'nearest' });
    return followTarget(target, light.current, card.current);
  }, [target, light, card]);
}

const isTyping = () => document.activeElement?.matches('input:not([type=range], [type=checkbox]), textarea') ?? false;

/**
 * Focuses each new card so that screen readers announce it, unless the user is typing; on unmount, moves the focus back
 * to the page.
 */
function useFocus(target: string, card: RefObject<HTMLElement | null>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new target is a new card.
  useEffect(() => {
    if (!isTyping()) card.current?.focus({ preventScroll: true });
  }, [target, card]);
  useLayoutEffect(() => {
    const shown = card.current; // Read before unmount removes it and the focus.
    return () => {
      if (shown?.contains(document.activeElement)) document.querySelector('main')?.focus({ preventScroll: true });
    };
  }, [card]);
}

function useEscape(skip: () => void): void {
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) skip();
  });
  useEffect(() => {
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, []);
}

/** The highlight is drawn slightly larger than its target, and its frame never touches the window's edge. */
const AROUND = 6;
const EDGE = 4;

const coachTarget = (name: string): HTMLElement | null => document.querySelector(`[data-coach="${name}"]`);

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
function followTarget(name: string, light: HTMLElement, card: HTMLElement): () => void {
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
