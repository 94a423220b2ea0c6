import { Icon, type IconName } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/texts.ts';

type Standing = 'holds' | 'fails' | 'open';
type Piece = {
  readonly name: string;
  readonly label: string;
  readonly standing: Standing;
  readonly value: ReactNode;
};

const LOOKS: Readonly<Record<Standing, { icon: IconName; ink: string }>> = {
  holds: { icon: 'check', ink: 'text-ok' },
  fails: { icon: 'close', ink: 'text-danger' },
  open: { icon: 'clock', ink: 'text-warn' },
};

/** Every piece with its own mark; colour never speaks alone. */
export function EvidenceRows({ title, pieces }: { title: string; pieces: readonly Piece[] }) {
  const text = useText();
  return (
    <section className="mt-6 px-gutter">
      <h2 className="text-title">{title}</h2>
      <dl className="facts mt-1">
        {pieces.map(({ name, label, standing, value }) => (
          <div key={name}>
            <dt className="flex items-center gap-2">
              <span className={`flex-none ${LOOKS[standing].ink}`}>
                <Icon name={LOOKS[standing].icon} size={16} />
              </span>
              <span>
                {label} <span className="sr-only">{text(`proof.standing.${standing}`)}</span>
              </span>
            </dt>
            <dd className="text-ink-2">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
