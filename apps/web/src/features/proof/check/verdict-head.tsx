import { Icon, Mark, Note } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { Standing } from './standing.ts';

const LOOKS = {
  proven: { seal: 'ok', ink: 'text-ok' },
  pending: { seal: 'ok', ink: 'text-ok' },
  doubtful: { seal: 'partial', ink: 'text-warn' },
  contradicted: { seal: 'failed', ink: 'text-danger' },
} as const;

type Props = { standing: Standing; title: string; tookMs: number; children?: ReactNode };

/** Shows the verdict first: green if every check passed, with what still follows; amber for doubt, red for a contradiction. */
export function VerdictHead({ standing, title, tookMs, children }: Props) {
  const text = useText();
  const { seal, ink } = LOOKS[standing];
  const isBad = standing === 'contradicted';
  return (
    <section className="px-gutter pt-2">
      <div className="flex items-center gap-3">
        <span className={`seal flex-none [--brand:currentColor] seal--${seal}`} aria-hidden="true">
          {isBad ? <Icon name="warn" /> : <Mark size={28} />}
        </span>
        <div className="min-w-0">
          <h2 className={`text-h2 text-balance ${ink}`}>{title}</h2>
          <p className="text-label text-ink-2">{text('proof.took', { ms: Math.max(1, Math.round(tookMs)) })}</p>
        </div>
      </div>
      {standing === 'pending' && (
        <p className="mt-3 flex gap-2 text-label text-ink-2">
          <span className="flex-none pt-0.5 text-ink-3">
            <Icon name="clock" size={16} />
          </span>
          {text('proof.sealed.text')}
        </p>
      )}
      {standing === 'doubtful' && (
        <div className="mt-4">
          <Note icon="clock" tone="warn">
            {text('proof.sealed.due')}
          </Note>
        </div>
      )}
      {children}
    </section>
  );
}

/** Lists each reason, and what to do about them. */
export function WhatIsWrong({ reasons, advice }: { reasons: readonly string[]; advice: string }) {
  const text = useText();
  return (
    <>
      <ul className="mt-4 grid gap-2 text-body">
        {reasons.map((reason) => (
          <li key={reason} className="flex gap-2">
            <span className="flex-none pt-0.5 text-danger">
              <Icon name="close" size={20} />
            </span>
            {reason}
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <Note icon="warn" tone="danger">
          {advice}{' '}
          <Link className="hit text-brand" to="/pages/setting/contactUs">
            {text('proof.contact')}
          </Link>
        </Note>
      </div>
    </>
  );
}
