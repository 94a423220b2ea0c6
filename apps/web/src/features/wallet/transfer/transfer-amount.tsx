import { AmountField, amountForSpeech, Choices, CoinIcon, Icon, Sheet } from '@app/ui';
import { availableIn, type Balance } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { INPUT_PLACES, type Share, shareOf, type TransferForm } from './transfer-form.ts';

type Props = {
  form: TransferForm;
  list: readonly Balance[];
  change: (form: TransferForm) => void;
  error: string | undefined;
};

const SHARES: readonly Share[] = [25, 50, 75, 100];

export function TransferAmount({ form, list, change, error }: Props) {
  const text = useText();
  const available = availableIn(list, form.from, form.currency);
  const fill = (share: Share) => () => change({ ...form, amount: shareOf(available, share) });
  return (
    <AmountField
      label={text('wallet.amount')}
      value={form.amount}
      places={INPUT_PLACES}
      onChange={(amount) => change({ ...form, amount })}
      error={error}
      aside={
        <button type="button" className="hit" onClick={fill(100)}>
          {text('wallet.available')} <span className="text-brand">{amountForSpeech(available)}</span>
        </button>
      }
      unit={<Coin {...{ form, list, change }} />}
      presets={SHARES.map((share) => ({
        label: share === 100 ? text('wallet.amount.max') : `${share}%`,
        fill: fill(share),
      }))}
    />
  );
}

function Coin({ form, list, change }: Omit<Props, 'error'>) {
  const text = useText();
  const sheet = useSheet('coin');
  const currencies = [...new Set([form.currency, ...list.map(({ currency }) => currency)])];
  const choices = currencies.map((currency) => ({
    value: currency,
    label: currency,
    lead: <CoinIcon code={currency} size={24} />,
    trail: <span className="row__s">{amountForSpeech(availableIn(list, form.from, currency))}</span>,
  }));
  return (
    <>
      <button
        type="button"
        className="chip text-ink"
        onClick={sheet.open}
        aria-haspopup="dialog"
        aria-label={`${text('wallet.coin')}: ${form.currency}`}
      >
        <CoinIcon code={form.currency} size={20} />
        {form.currency}
        <Icon name="down" size={12} />
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
          value={form.currency}
          onChoose={(currency) => {
            change({ ...form, currency, amount: '' });
            sheet.close();
          }}
        />
      </Sheet>
    </>
  );
}
