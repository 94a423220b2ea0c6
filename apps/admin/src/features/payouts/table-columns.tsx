import { formatDecimal } from '@app/money';
import { Tag } from '@app/ui';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useLook } from '../../data/look.ts';
import { type Change, type DeskPayout, useMe } from '../../data/queries.ts';
import { type Say, useSay } from '../../data/texts.ts';
import { groupDigits } from '../../lib/group-digits.ts';
import { durationText } from '../../lib/moments.ts';
import { numberEnd } from '../../lib/number-end.ts';
import type { Column } from '../../parts/data-table.tsx';
import { type Step, stepOf } from './desk-rules.ts';

/** Columns of the desk, as one person sees them: the last one says what each row waits for. */
export function useDeskColumns(at: number, changes: ReadonlyMap<bigint, Change>): readonly Column<DeskPayout>[] {
  const say = useSay();
  const me = useMe();
  const language = useLook((look) => look.language);
  return useMemo(() => {
    const changeOf = ({ change_id: id }: DeskPayout) => (id === null ? undefined : changes.get(id));
    const stepText = (row: DeskPayout) => {
      const step = stepOf(row, changeOf(row), me);
      return step === undefined ? say(`payouts.state.${row.state}`) : say(`payouts.step.${step}`);
    };
    return [
      {
        id: 'age',
        title: say('withdrawals.age'),
        width: '84px',
        text: (row) => durationText(at - row.created_at, language),
      },
      {
        id: 'id',
        title: say('withdrawals.request'),
        width: '76px',
        text: ({ id }) => String(id),
        cell: ({ id }) => (
          <span className="ident" title={String(id)}>
            {numberEnd(id)}
          </span>
        ),
      },
      ...aboutColumns(say),
      {
        id: 'signed',
        title: say('changes.signed'),
        width: '48px',
        text: (row) =>
          row.change_id === null ? '' : say('changes.of_two', { count: changeOf(row)?.signatures.length ?? 0 }),
      },
      {
        id: 'step',
        title: say('withdrawals.step'),
        width: '96px',
        text: stepText,
        cell: (row) => <StepTag step={stepOf(row, changeOf(row), me)}>{stepText(row)}</StepTag>,
      },
    ];
  }, [say, language, at, changes, me]);
}

function StepTag({ step, children }: { step: Step | undefined; children: string }) {
  if (step === 'sign' || step === 'propose') return <Tag tone="brand">{children}</Tag>;
  if (step === 'differs') return <Tag tone="danger">{children}</Tag>;
  return <span className="text-ink-3">{children}</span>;
}

const aboutColumns = (say: Say): readonly Column<DeskPayout>[] => [
  {
    id: 'user',
    title: say('withdrawals.user'),
    width: '96px',
    text: ({ user_id: user }) => String(user),
    cell: ({ user_id: user, level }) => (
      <span className="flex items-center gap-1" title={String(user)}>
        <Link className="ident text-brand" to={`/users/${user}`}>
          {numberEnd(user)}
        </Link>
        <Tag>{say('withdrawals.level', { level })}</Tag>
      </span>
    ),
  },
  {
    id: 'usd',
    title: say('payouts.usd'),
    width: 'minmax(80px,1fr)',
    isNumber: true,
    text: ({ usd }) => formatDecimal(usd),
    cell: ({ usd }) => (
      <>
        {groupDigits(formatDecimal(usd))} <span className="text-ink-3">USD</span>
      </>
    ),
  },
  {
    id: 'amount',
    title: say('withdrawals.amount'),
    width: 'minmax(80px,1fr)',
    isNumber: true,
    text: ({ amount }) => formatDecimal(amount),
    cell: ({ amount }) => (
      <span className="text-ink-2">
        {groupDigits(formatDecimal(amount))} <span className="text-ink-3">USDT</span>
      </span>
    ),
  },
  {
    id: 'to',
    title: say('payouts.account'),
    width: 'minmax(112px,1.4fr)',
    text: ({ bank_name: bank, account }) => `${bank} •••• ${account}`,
    cell: ({ bank_name: bank, account, holder }) => (
      <span className="truncate text-ink-2" title={`${bank} · ${holder}`}>
        {bank} <span className="ident">•••• {account}</span>
      </span>
    ),
  },
];
