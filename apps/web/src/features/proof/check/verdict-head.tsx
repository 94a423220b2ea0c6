import { Icon, Mark, Note } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { Verdict } from '../price/judge-price.ts';

const LOOKS = {
  correct: { seal: 'ok', ink: 'text-ok' },
  sealed: { seal: 'partial', ink: 'text-warn' },
  awaited: { seal: 'partial', ink: 'text-warn' },
  wrong: { seal: 'failed', ink: 'text-danger' },
  rewritten: { seal: 'failed', ink: 'text-danger' },
} as const;

type Props = { kind: Verdict['kind'] | 'awaited'; title: string; tookMs: number; children?: ReactNode };

/** Shows the verdict first. It is correct only when nothing is open. */
export function VerdictHead({ kind, title, tookMs, children }: Props) {
  const text = useText();
  const { seal, ink } = LOOKS[kind];
  const isBad = kind === 'wrong' || kind === 'rewritten';
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
      {children}
    </section>
  );
}

/** Tells what is still awaited. */
export function NotYet({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4">
      <Note icon="clock" tone="warn">
        {children}
      </Note>
    </div>
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
