import { CallRefused } from '@app/client/call';
import { shownPlaces } from '@app/domain/wallet';
import {
  AmountField,
  AmountText,
  amountForSpeech,
  Button,
  Choices,
  CoinIcon,
  Icon,
  IconButton,
  Note,
  Sheet,
} from '@app/ui';
import { availableIn, type Balance } from '../../../data/account/balances.ts';
import { useIsOpen } from '../../../data/app/openness.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import {
  choose,
  INPUT_PLACES,
  type Preview,
  preview,
  type ReadyTransfer,
  type Share,
  shareOf,
  sourceAccounts,
  swap,
  type TransferForm,
  targetAccounts,
  withTarget,
} from './transfer-form.ts';

type Props = {
  form: TransferForm;
  list: readonly Balance[];
  change: (form: TransferForm) => void;
  sending: { isPending: boolean; isChecking: boolean; error: Error | null };
  submit: (transfer: ReadyTransfer) => void;
};

export function TransferFormView({ form: kept, list, change, sending, submit }: Props) {
  const text = useText();
  const form = withTarget(kept, targetAccounts(useIsOpen()));
  const { isPending, isChecking, error } = sending;
  const shown = preview(form, list);
  const refused = shown.state === 'refused' ? text(`refusal.${shown.code}`) : undefined;
  const isUnknown = error !== null && !(error instanceof CallRefused);
  return (
    <div className="flex flex-col gap-3 px-gutter pt-2 pb-4">
      <TransferRoute form={form} list={list} change={change} />
      <TransferAmount
        form={form}
        list={list}
        change={change}
        error={refused ?? (error instanceof CallRefused ? error.message : undefined)}
      />
      <Review shown={shown} />
      {isChecking && (
        <Note icon="convert" tone="warn">
          {text('wallet.checking')}
        </Note>
      )}
      {isUnknown && (
        <Note icon="warn" tone="warn">
          <b>{text('wallet.unknown.title')}</b> {text('wallet.unknown.text')}
        </Note>
      )}
      <Button
        tone="primary"
        blocked={shown.state !== 'ready'}
        size="large"
        wide
        busy={isPending}
        aria-disabled={shown.state !== 'ready'}
        onClick={() => shown.state === 'ready' && submit(shown.transfer)}
      >
        {shown.state === 'incomplete'
          ? text('wallet.submit.amount')
          : text(isUnknown ? 'wallet.unknown.again' : 'wallet.submit')}
      </Button>
    </div>
  );
}

/** Summarizes the transfer in one sentence above the button. */
function Review({ shown }: { shown: Preview }) {
  const text = useText();
  if (shown.state !== 'ready') return <p className="min-h-9 text-label" />;
  const { amount, currency, from, to } = shown.transfer;
  return (
    <p className="min-h-9 text-label text-pretty text-ink-2">
      {text('wallet.review', {
        amount: amountForSpeech(amount),
        currency,
        from: text(`wallet.account.${from}`),
        to: text(`wallet.account.${to}`),
      })}
    </p>
  );
}

type TransferRouteProps = { form: TransferForm; list: readonly Balance[]; change: (form: TransferForm) => void };

/** Renders source and target accounts, and the button that swaps them. */
function TransferRoute({ form, list, change }: TransferRouteProps) {
  const text = useText();
  return (
    <div className="route">
      <End end="from" form={form} list={list} change={change} />
      <End end="to" form={form} list={list} change={change} />
      <IconButton className="route__swap" label={text('wallet.swap')} onClick={() => change(swap(form))}>
        <Icon name="transfer" size={20} />
      </IconButton>
    </div>
  );
}

function End({ end, form, list, change }: TransferRouteProps & { end: 'from' | 'to' }) {
  const text = useText();
  const sheet = useSheet(end);
  const name = text(`wallet.account.${form[end]}`);
  const isOpen = useIsOpen();
  const offered = end === 'to' ? targetAccounts(isOpen) : sourceAccounts(isOpen, list);
  const choices = offered.map((account) => ({
    value: account,
    label: text(`wallet.account.${account}`),
    trail: (
      <span className="row__s">
        <AmountText value={availableIn(list, account, form.currency)} places={shownPlaces(form.currency)} />
      </span>
    ),
  }));
  return (
    <>
      <button type="button" className="route__end" onClick={sheet.open} aria-haspopup="dialog">
        <span className="route__k">{text(`wallet.${end}`)}</span>
        <span className="grow truncate">{name}</span>
        <Icon name="down" size={16} />
      </button>
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text(`wallet.${end}.choose`)}
        closeLabel={text('system.close')}
      >
        <Choices
          label={text(`wallet.${end}.choose`)}
          choices={choices}
          value={form[end]}
          onChoose={(account) => {
            change(choose(form, end, account));
            sheet.close();
          }}
        />
      </Sheet>
    </>
  );
}

type TransferAmountProps = {
  form: TransferForm;
  list: readonly Balance[];
  change: (form: TransferForm) => void;
  error: string | undefined;
};

const SHARES: readonly Share[] = [25, 50, 75, 100];

function TransferAmount({ form, list, change, error }: TransferAmountProps) {
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
      unit={<Coin form={form} list={list} change={change} />}
      presets={SHARES.map((share) => ({
        label: share === 100 ? text('wallet.amount.max') : `${share}%`,
        fill: fill(share),
      }))}
    />
  );
}

function Coin({ form, list, change }: Omit<TransferAmountProps, 'error'>) {
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
