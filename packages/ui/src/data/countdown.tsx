import { countdownText, secondsLeft, urgencyOf } from './countdown-text.ts';

const RADIUS = 17;
const AROUND = 2 * Math.PI * RADIUS;

type RingProps = { remainingMs: number; totalMs: number; label: string };

/**
 * Renders seconds in a ring that empties; it contains the number, so the colour is never the only signal. The caller
 * runs the clock.
 */
export function CountdownRing({ remainingMs, totalMs, label }: RingProps) {
  const share = Math.min(Math.max(remainingMs / totalMs, 0), 1);
  return (
    <svg
      className={`countdown countdown--${urgencyOf(remainingMs, totalMs)}`}
      viewBox="0 0 40 40"
      role="img"
      aria-label={label}
    >
      <circle className="countdown__bg" cx="20" cy="20" r={RADIUS} />
      {share > 0 && (
        <circle
          className="countdown__v"
          cx="20"
          cy="20"
          r={RADIUS}
          strokeDasharray={`${(share * AROUND).toFixed(1)} ${AROUND.toFixed(1)}`}
          transform="rotate(-90 20 20)"
        />
      )}
      <text x="20" y="24.3">
        {secondsLeft(remainingMs)}
      </text>
    </svg>
  );
}

/** Renders the countdown as text; a screen reader reads it on request, without an announcement every second. */
export function CountdownText({ remainingMs }: { remainingMs: number }) {
  return (
    <span className="num" role="timer" aria-live="off">
      {countdownText(remainingMs)}
    </span>
  );
}
