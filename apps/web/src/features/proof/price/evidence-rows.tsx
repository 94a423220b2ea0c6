import { Icon, type IconName } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';

type CheckResult = 'holds' | 'fails' | 'open';
type Piece = {
  readonly name: string;
  readonly label: string;
  readonly result: CheckResult;
  readonly value: ReactNode;
};

const LOOKS: Readonly<Record<CheckResult, { icon: IconName; ink: string }>> = {
  holds: { icon: 'check', ink: 'text-ok' },
  fails: { icon: 'close', ink: 'text-danger' },
  open: { icon: 'clock', ink: 'text-warn' },
};

/** Shows every piece with its own icon; colour is never the only signal. */
export function EvidenceRows({ title, pieces }: { title: string; pieces: readonly Piece[] }) {
  const text = useText();
  return (
    <section className="mt-6 px-gutter">
      <h2 className="text-title">{title}</h2>
      <dl className="facts mt-1">
        {pieces.map(({ name, label, result, value }) => (
          <div key={name}>
            <dt className="flex items-center gap-2">
              <span className={`flex-none ${LOOKS[result].ink}`}>
                <Icon name={LOOKS[result].icon} size={16} />
              </span>
              <span>
                {label} <span className="sr-only">{text(`proof.standing.${result}`)}</span>
              </span>
            </dt>
            <dd className="text-ink-2">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
