import { shownPlaces } from '@app/domain/wallet';
import { amountForSpeech } from '@app/money';
import { AmountText, Choices, CoinIcon, Icon, Note, Sheet } from '@app/ui';
import { useId } from 'react';
import { availableIn } from '../../../data/account/balances.ts';
import { coinsOf, minutesOf, networksOf } from '../../../data/account/coin-networks.ts';
import { networkName } from '../../../data/account/network-name.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import type { Network } from '../withdrawals-query.ts';
import type { LadderProps } from './ladder.tsx';
import { chooseCoin } from './withdraw-form.ts';

type Props = LadderProps & { onNetwork: (chain: string) => void };

/** The coin, and its networks once there is one. */
export function CoinStep(props: Props) {
  const text = useText();
  const { form, options, shown, onNetwork } = props;
  const networks = networksOf(options.list, form.currency);
  const isNoneOpen = !networks.some((network) => network.is_open);
  return (
    <div className="flex flex-col gap-2">
      <CoinChoice {...props} />
      {networks.length > 0 && <NetworkChoice networks={networks} chosen={shown.network} onChoose={onNetwork} />}
      {networks.length > 1 && shown.network === undefined && !isNoneOpen && (
        <p className="text-label text-pretty text-ink-3">{text('payee.chain.hint')}</p>
      )}
      {form.currency !== '' && isNoneOpen && (
        <Note icon="warn" tone="warn">
          <b>{text('withdrawal.none_open', { coin: form.currency })}</b> {text('withdrawal.none_open.text')}
        </Note>
      )}
    </div>
  );
}

/** The coin with what the wallet has of it; a press opens the list of coins that can be withdrawn. */
function CoinChoice({ form, change, options, list, available }: Props) {
  const text = useText();
  const sheet = useSheet('coin');
  const { currency } = form;
  const ownFirst = coinsOf(options.list).toSorted(
    (a, b) => Number(availableIn(list, 'wallet', b.code) > 0n) - Number(availableIn(list, 'wallet', a.code) > 0n),
  );
  const choices = ownFirst.map(({ code, closedBecause }) => ({
    value: code,
    label: code,
    lead: <CoinIcon code={code} size={24} />,
    trail:
      closedBecause === undefined ? (
        <AmountText value={availableIn(list, 'wallet', code)} places={shownPlaces(code)} />
      ) : (
        <span className="row__s">{text(CLOSED[closedBecause])}</span>
      ),
  }));
  return (
    <>
      <button
        type="button"
        className="field text-left"
        aria-haspopup="dialog"
        aria-expanded={sheet.isOpen}
        onClick={sheet.open}
      >
        {currency !== '' && <CoinIcon code={currency} size={24} />}
        <span className={`field__v ${currency === '' ? 'field__ph' : 'font-semibold'}`}>
          {currency === '' ? text('wallet.coin.choose') : currency}
        </span>
        {currency !== '' && (
          <span className="text-label text-ink-3">
            {text('withdrawal.available', { amount: amountForSpeech(available, shownPlaces(currency)) })}
          </span>
        )}
        <span className="text-ink-3">
          <Icon name="down" size={20} />
        </span>
      </button>
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('wallet.coin.choose')}
        closeLabel={text('system.close')}
      >
        <Choices
          label={text('wallet.coin.choose')}
          choices={choices}
          value={currency}
          onChoose={(code) => {
            change(chooseCoin(form, code));
            sheet.close();
          }}
        />
      </Sheet>
    </>
  );
}

const CLOSED = {
  not_connected: 'deposit.closed.not_connected',
  no_answer: 'deposit.closed.no_answer',
  halted: 'withdrawal.closed.halted',
  no_terms: 'withdrawal.closed.no_terms',
} as const;

type NetworksProps = {
  networks: readonly Network[];
  chosen: Network | undefined;
  onChoose: (chain: string) => void;
};

/** Renders a coin's networks as cards: what each costs and how long it takes, or why it is closed. */
function NetworkChoice({ networks, chosen, onChoose }: NetworksProps) {
  const text = useText();
  const name = useId();
  return (
    <fieldset aria-label={text('payee.chain')}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2">
        {networks.map((network) => {
          const { chain, is_open: isOpen, closed_because: closed, fee, seconds } = network;
          const cost = { fee: amountForSpeech(fee), minutes: minutesOf({ seconds }) };
          return (
            <label key={chain} className={`radios__i gap-2.5 px-3 ${isOpen ? '' : 'radios__i--off'}`}>
              <input
                type="radio"
                className="radio"
                name={name}
                disabled={!isOpen}
                checked={chain === chosen?.chain}
                onChange={() => onChoose(chain)}
              />
              <span className="min-w-0 grow">
                <span className="font-semibold">{chain}</span>
                <span className="row__why">{networkName(chain)}</span>
                <span className="row__why">
                  {closed === null ? text('withdrawal.network.cost', cost) : text(CLOSED[closed])}
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
