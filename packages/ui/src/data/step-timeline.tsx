import { Icon } from '../icons/icon.tsx';

type Step = { state: 'done' | 'now' | 'later'; title: string; note?: string; time?: string };

/** Renders past, current and future steps, from top to bottom. */
export function StepTimeline({ steps, doneLabel }: { steps: readonly Step[]; doneLabel: string }) {
  return (
    <ol className="tl">
      {steps.map(({ state, title, note, time }) => (
        <li key={title} className={`tl__i tl__i--${state}`} aria-current={state === 'now' ? 'step' : undefined}>
          <span className="tl__dot" aria-hidden="true">
            {state === 'done' && <Icon name="check" size={12} />}
          </span>
          <span>
            <span className="tl__t">{title}</span>
            {state === 'done' && <span className="sr-only">{`, ${doneLabel}`}</span>}
            {note !== undefined && <span className="tl__s">{note}</span>}
          </span>
          {time !== undefined && <span className="tl__time">{time}</span>}
        </li>
      ))}
    </ol>
  );
}
