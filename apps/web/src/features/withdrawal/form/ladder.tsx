import { amountForSpeech } from '@app/money';
import { Icon, Note } from '@app/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { Balance } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import type { Network, Options, SavedAddress } from '../withdrawals-query.ts';
import { AddressChoice } from './address-choice.tsx';
import { AmountStep } from './amount-step.tsx';
import { CoinStep } from './coin-step.tsx';
import { chooseNetwork, type Preview, type WithdrawForm } from './withdraw-form.ts';

const BOOK_PATH = '/pages/setting/wallet';

export type LadderProps = {
  form: WithdrawForm;
  change: (form: WithdrawForm) => void;
  options: Options;
  list: readonly Balance[];
  /** What the wallet has of the chosen coin. */
  available: Balance['available'];
  addresses: Pick<UseQueryResult<readonly SavedAddress[]>, 'data' | 'error' | 'refetch'>;
  shown: Preview;
  nowMs: number;
};

/** The three steps of a withdrawal, from top to bottom; those below wait for those above. */
export function Ladder(props: LadderProps) {
  const text = useText();
  const isOnline = useConnection((connection) => connection.isOnline);
  const { form, change, shown, addresses, nowMs } = props;
  const { network, address, typed } = shown;
  const book = (
    <Link className="hit flex-none text-brand" to={BOOK_PATH}>
      {text('withdrawal.address.full')}
    </Link>
  );
  return (
    <div className="px-gutter pt-1 pb-6">
      <ol className="tl">
        <LadderStep count={1} isDone={network !== undefined} title={text('withdrawal.step.coin')}>
          <CoinStep {...props} onNetwork={(chain) => change(chooseNetwork(form, chain))} />
        </LadderStep>
        <LadderStep count={2} isDone={address !== undefined} title={text('withdrawal.step.address')} aside={book}>
          {network === undefined ? (
            <p className="text-label text-ink-3">{text('withdrawal.address.first')}</p>
          ) : (
            <AddressChoice
              network={network}
              addresses={addresses}
              chosen={address}
              onChoose={(id) => change({ ...form, address: String(id) })}
              nowMs={nowMs}
            />
          )}
        </LadderStep>
        <LadderStep
          count={3}
          isDone={typed !== undefined && typed.problem === undefined}
          title={text('wallet.amount')}
          aside={network !== undefined && <Minimum network={network} />}
        >
          {network !== undefined && <AmountStep {...props} network={network} />}
        </LadderStep>
      </ol>
      {!isOnline && (
        <div className="mt-4">
          <Note icon="offline" tone="warn">
            {text('withdrawal.offline')}
          </Note>
        </div>
      )}
    </div>
  );
}

function Minimum({ network: { minimum, currency } }: { network: Network }) {
  const text = useText();
  return (
    <span className="flex-none text-label text-ink-3">
      {text('withdrawal.minimum', { amount: `${amountForSpeech(minimum)} ${currency}` })}
    </span>
  );
}

type StepProps = { count: number; isDone: boolean; title: string; aside?: ReactNode; children: ReactNode };

export function LadderStep({ count, isDone, title, aside, children }: StepProps) {
  const text = useText();
  const id = useId();
  return (
    <li className={isDone ? 'tl__i tl__i--done' : 'tl__i'}>
      <span className="tl__dot" aria-hidden="true">
        {isDone ? <Icon name="check" size={12} /> : <span className="text-micro text-ink-2">{count}</span>}
      </span>
      <section className="col-span-2 min-w-0" aria-labelledby={id}>
        <div className="mb-2 flex items-baseline justify-between gap-3">
          <h2 id={id} className="min-w-0 font-medium">
            {title}
            {isDone && <span className="sr-only">{`, ${text('deposit.step.done')}`}</span>}
          </h2>
          {aside}
        </div>
        {children}
      </section>
    </li>
  );
}
