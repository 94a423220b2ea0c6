import { Icon, Mark, Note } from '@app/ui';
import { Link } from 'react-router';
import { type Text, useText } from '../../../shared/texts.ts';
import type { PriceCheck } from '../api/price-check.ts';
import type { Verdict } from '../model/judge-price.ts';

const LOOKS = {
  correct: { seal: 'ok', ink: 'text-ok' },
  sealed: { seal: 'partial', ink: 'text-warn' },
  wrong: { seal: 'failed', ink: 'text-danger' },
  rewritten: { seal: 'failed', ink: 'text-danger' },
} as const;

/** The answer first. Only when nothing at all is open is a price called correct. */
export function VerdictHead({ check: { verdict, tookMs } }: { check: PriceCheck }) {
  const text = useText();
  const { seal, ink } = LOOKS[verdict.kind];
  const isBad = verdict.kind === 'wrong' || verdict.kind === 'rewritten';
  return (
    <section className="px-gutter pt-2">
      <div className="flex items-center gap-3">
        <span className={`seal flex-none [--brand:currentColor] seal--${seal}`} aria-hidden="true">
          {isBad ? <Icon name="warn" /> : <Mark size={28} />}
        </span>
        <div className="min-w-0">
          <h2 className={`text-h2 text-balance ${ink}`}>{text(`proof.${verdict.kind}`)}</h2>
          <p className="text-label text-ink-2">{text('proof.took', { ms: Math.max(1, Math.round(tookMs)) })}</p>
        </div>
      </div>
      {verdict.kind === 'sealed' && <NotYet isHeadDue={verdict.isHeadDue} />}
      {isBad && <WhatIsWrong verdict={verdict} />}
    </section>
  );
}

function NotYet({ isHeadDue }: { isHeadDue: boolean }) {
  const text = useText();
  return (
    <div className="mt-4">
      <Note icon="clock" tone="warn">
        {text(isHeadDue ? 'proof.sealed.due' : 'proof.sealed.text')}
      </Note>
    </div>
  );
}

type Bad = Extract<Verdict, { kind: 'wrong' | 'rewritten' }>;

function WhatIsWrong({ verdict }: { verdict: Bad }) {
  const text = useText();
  return (
    <>
      <ul className="mt-4 grid gap-2 text-body">
        {reasonsOf(verdict, text).map((reason) => (
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
          {text(`proof.${verdict.kind}.text`)}{' '}
          <Link className="hit text-brand" to="/pages/setting/contactUs">
            {text('proof.contact')}
          </Link>
        </Note>
      </div>
    </>
  );
}

/** A history has thousands of blocks: a few of them show what happened. */
const REASONS_MAX = 5;

function reasonsOf(verdict: Bad, text: Text): string[] {
  const kept = verdict.kind === 'rewritten' ? verdict.contradictions : [];
  return [
    ...kept.slice(0, REASONS_MAX).map(({ kind, block }) => text(`proof.kept.${kind}`, { block })),
    ...verdict.findings.map((name) => text(`proof.fails.${name}`)),
  ];
}
