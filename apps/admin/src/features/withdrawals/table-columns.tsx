import { formatDecimal, showAmount } from '@app/money';
import { Icon, shortAddress, Tag } from '@app/ui';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useLook } from '../../data/look.ts';
import { type Change, type DeskWithdrawal, useMe } from '../../data/queries.ts';
import { type Say, useSay } from '../../data/texts.ts';
import { groupDigits } from '../../lib/group-digits.ts';
import { durationText } from '../../lib/moments.ts';
import { numberEnd } from '../../lib/number-end.ts';
import type { Column } from '../../parts/data-table.tsx';
import { coinText, isStuckRow, type Step, stepOf } from './desk-rules.ts';

/** Columns of the desk, as one person sees them: the last one says what each row waits for. */
export function useDeskColumns(at: number, changes: ReadonlyMap<bigint, Change>): readonly Column<DeskWithdrawal>[] {
  const say = useSay();
  const me = useMe();
  const language = useLook((look) => look.language);
  return useMemo(() => {
    const changeOf = ({ change_id: id }: DeskWithdrawal) => (id === null ? undefined : changes.get(id));
    const signedText = (row: DeskWithdrawal) => {
      if (row.state !== 'review') return '';
      return say('changes.of_two', { count: changeOf(row)?.signatures.length ?? 0 });
    };
    const stepText = (row: DeskWithdrawal) => {
      if (isStuckRow(row, at)) return say('withdrawals.step.stuck');
      const step = stepOf(row, changeOf(row), me);
      return step === undefined ? say(`withdrawals.state.${row.state}`) : say(`withdrawals.step.${step}`);
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
        text: signedText,
      },
      {
        id: 'step',
        title: say('withdrawals.step'),
        width: '84px',
        text: stepText,
        cell: (row) =>
          isStuckRow(row, at) ? (
            <Tag tone="warn">{stepText(row)}</Tag>
          ) : (
            <StepTag step={stepOf(row, changeOf(row), me)}>{stepText(row)}</StepTag>
          ),
      },
    ];
  }, [say, language, at, changes, me]);
}

function StepTag({ step, children }: { step: Step | undefined; children: string }) {
  if (step === 'sign' || step === 'propose') return <Tag tone="brand">{children}</Tag>;
  if (step === 'differs') return <Tag tone="danger">{children}</Tag>;
  return <span className="text-ink-3">{children}</span>;
}

const aboutColumns = (say: Say): readonly Column<DeskWithdrawal>[] => [
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
    id: 'amount',
    title: say('withdrawals.amount'),
    width: 'minmax(80px,1fr)',
    isNumber: true,
    text: ({ amount, currency }) => coinText(amount, currency),
    cell: ({ amount, currency }) => (
      <>
        {groupDigits(formatDecimal(amount))} <span className="text-ink-3">{currency}</span>
      </>
    ),
  },
  {
    id: 'worth',
    title: say('withdrawals.worth'),
    width: 'minmax(56px,0.8fr)',
    isNumber: true,
    text: ({ worth_usdt: worth }) => formatDecimal(worth),
    cell: ({ worth_usdt: worth }) => <span className="text-ink-2">{showAmount(worth, 2)}</span>,
  },
  {
    id: 'to',
    title: say('withdrawals.address'),
    width: 'minmax(116px,1fr)',
    text: ({ address }) => address,
    cell: ({ address }) => (
      <span className="ident text-ink-2" title={address}>
        {shortAddress(address)}
      </span>
    ),
  },
  {
    id: 'reasons',
    title: say('withdrawals.reasons'),
    width: '48px',
    text: ({ review_reasons: reasons }) => reasons.map((reason) => say(`withdrawals.reason.${reason}`)).join(', '),
    cell: ({ review_reasons: reasons }) => <Reasons say={say} reasons={reasons} />,
  },
];

function Reasons({ say, reasons }: { say: Say; reasons: DeskWithdrawal['review_reasons'] }) {
  const names = reasons.map((reason) => say(`withdrawals.reason.${reason}`)).join(', ');
  return (
    <span
      className={reasons.length === 0 ? 'flex items-center gap-1 text-ink-3' : 'flex items-center gap-1 text-warn'}
      title={names}
    >
      <Icon name={reasons.length === 0 ? 'check' : 'warn'} size={16} />
      <span aria-hidden="true">{reasons.length}</span>
      <span className="sr-only">{names}</span>
    </span>
  );
}
