import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../entry/button.tsx';
import { useKeyboardOpen } from '../shell/keyboard.ts';
import { coachTarget, followTarget } from './follow-target.ts';

type Choice = { label: string; go: () => void };
type Props = {
  /** The `data-coach` value of the element it explains. */
  target: string;
  title: string;
  text: string;
  /** "Step 2 of 6". */
  place: string;
  back: Choice | undefined;
  next: Choice;
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
          <Button size="small" tone="primary" onClick={next.go}>
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
