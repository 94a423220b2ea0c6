import { CallRefused } from '@app/client/call';
import { CONVERT_ACCOUNTS, CONVERT_BASE } from '@app/domain/convert';
import { shownPlaces } from '@app/domain/wallet';
import { type Amount, multiply, ONE, type Price, readDecimal, ZERO } from '@app/money';
import {
  AmountField,
  AmountText,
  amountForSpeech,
  Button,
  CoinIcon,
  Icon,
  IconButton,
  Note,
  PickerList,
  Segmented,
  Sheet,
} from '@app/ui';
import { availableIn, type Balance } from '../../data/account/balances.ts';
import { useText } from '../../data/app/texts.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { useEstimate } from '../../data/market/estimate.ts';
import { useQuote } from '../../data/market/use-quotes.ts';
import { useConnection } from '../../data/socket/connection.ts';
import { useSheet } from '../../lib/use-sheet.ts';
import { type ConvertForm, choose, INPUT_PLACES, type Preview, type Share, shareOf, swap } from './convert-form.ts';
import { ConvertFacts, RateCard } from './rate-card.tsx';
import type { QuoteLife } from './use-quote.ts';

type FormProps = {
  form: ConvertForm;
  list: readonly Balance[];
  coins: readonly string[];
  change: (form: ConvertForm) => void;
};
type Props = FormProps & { shown: Preview; life: QuoteLife; mayHaveMoved: boolean };

/** The form: what is given, what is received exactly, and the locked rate between them. */
export function ConvertFormView({ shown, life, mayHaveMoved, ...form }: Props) {
  const text = useText();
  const isOnline = useConnection((connection) => connection.isOnline);
  const { quote, error } = life;
  const refused = shown.state === 'refused' ? text(`refusal.${shown.code}`) : undefined;
  const failure = shown.state === 'ready' && error !== null ? error : undefined;
  return (
    <div className="flex flex-col gap-3 px-gutter pt-2 pb-4">
      <Segmented
        label={text('convert.account')}
        options={CONVERT_ACCOUNTS.map((value) => ({ value, label: text(`wallet.account.${value}`) }))}
        value={form.form.account}
        onChange={(account) => form.change({ ...form.form, account, amount: '' })}
      />
      <div className="flex flex-col">
        <Given {...form} error={refused} />
        <div className="relative z-1 -my-3 flex justify-center">
          <IconButton
            className="rounded-full bg-s3 text-ink"
            label={text('convert.swap')}
            onClick={() => form.change(swap(form.form))}
          >
            <span className="flex rotate-90">
              <Icon name="transfer" size={20} />
            </span>
          </IconButton>
        </div>
        <Received {...form} shown={shown} received={quote?.received} isFetching={life.isFetching} />
      </div>
      {!isOnline && !mayHaveMoved && (
        <Note icon="warn" tone="warn">
          {text('convert.offline')}
        </Note>
      )}
      {isOnline && failure !== undefined && (
        <Note icon="warn" tone="warn">
          {failure instanceof CallRefused ? failure.message : describeFailure(failure, text)}{' '}
          <button type="button" className="hit font-medium text-brand" onClick={life.renew}>
            {text('convert.rate.again')}
          </button>
        </Note>
      )}
      {quote !== undefined && <RateCard life={life} quote={quote} />}
      {quote !== undefined && <ConvertFacts quote={quote} list={form.list} />}
      <p className="flex gap-2 text-label text-pretty text-ink-3">
        <Icon name="info" size={16} />
        <span>{text('convert.hint')}</span>
      </p>
    </div>
  );
}

type ActionProps = { shown: Preview; life: QuoteLife; review: () => void };

/** The button below the form: it opens the review once there is a rate to review. */
export function ReviewButton({ shown, life, review }: ActionProps) {
  const text = useText();
  const isOnline = useConnection((connection) => connection.isOnline);
  const isReady = shown.state === 'ready' && life.quote !== undefined && isOnline;
  return (
    <Button
      tone="primary"
      size="large"
      wide
      blocked={!isReady}
      aria-disabled={!isReady}
      onClick={() => isReady && review()}
    >
      {text(shown.state === 'incomplete' ? 'wallet.submit.amount' : 'convert.review')}
    </Button>
  );
}

const SHARES: readonly Share[] = [25, 50, 75, 100];

function Given({ form, list, coins, change, error }: FormProps & { error: string | undefined }) {
  const text = useText();
  const available = availableIn(list, form.account, form.from);
  const fill = (share: Share) => () => change({ ...form, amount: shareOf(available, share) });
  return (
    <AmountField
      label={text('wallet.from')}
      value={form.amount}
      places={INPUT_PLACES}
      onChange={(amount) => change({ ...form, amount })}
      error={error}
      about={useAbout(form)}
      aside={
        <button type="button" className="hit" onClick={fill(100)}>
          {text('wallet.available')} <span className="text-brand">{amountForSpeech(available)}</span>
        </button>
      }
      unit={<CoinChoice end="from" form={form} list={list} coins={coins} change={change} />}
      presets={SHARES.map((share) => ({
        label: share === 100 ? text('wallet.amount.max') : `${share}%`,
        fill: fill(share),
      }))}
    />
  );
}

/** Returns what is typed in the user's currency, at the newest price. */
function useAbout({ from, amount }: ConvertForm): string | undefined {
  const quote = useQuote(`${from}/${CONVERT_BASE}`);
  const typed = readDecimal<Amount>(amount.replace(/\.$/, '')) ?? ZERO;
  const price = from === CONVERT_BASE ? (ONE as bigint as Price) : quote?.price;
  const worth = price === undefined ? ZERO : multiply(typed, price, 'down');
  const { text } = useEstimate(worth);
  return worth === ZERO || text === '' ? undefined : text;
}

type ReceivedProps = FormProps & { shown: Preview; received: Amount | undefined; isFetching: boolean };

/** What is received exactly; the field cannot be typed into, because the rule goes from the given amount. */
function Received({ form, list, coins, change, shown, received, isFetching }: ReceivedProps) {
  const text = useText();
  const amount = received === undefined ? undefined : amountForSpeech(received);
  const isLoading = shown.state === 'ready' && amount === undefined && isFetching;
  return (
    <section className="amount" aria-live="polite" aria-busy={isFetching}>
      <div className="lbl">
        <span>{text('convert.receive')}</span>
        {amount !== undefined && <span>{text('convert.exactly')}</span>}
      </div>
      <div className="amount__line">
        <output
          className={`amount__v ${(amount?.length ?? 0) > 10 ? 'amount__v--long' : ''} ${amount === undefined ? 'text-ink-3' : ''}`}
        >
          {amount ?? (shown.state === 'incomplete' ? '0.00' : '—')}
        </output>
        <CoinChoice end="to" form={form} list={list} coins={coins} change={change} />
      </div>
      <p className="amount__about">{text(isLoading ? 'convert.rate.loading' : `convert.into.${form.account}`)}</p>
    </section>
  );
}

function CoinChoice({ end, form, list, coins, change }: FormProps & { end: 'from' | 'to' }) {
  const text = useText();
  const sheet = useSheet(`coin-${end}`);
  const own = coins.filter((code) => availableIn(list, form.account, code) > ZERO);
  const items = [...own, ...coins.filter((code) => !own.includes(code))].map((code) => ({
    value: code,
    label: code,
    section: text(own.includes(code) ? 'convert.coins.own' : 'convert.coins.other'),
    lead: <CoinIcon code={code} size={24} />,
    trail: <AmountText value={availableIn(list, form.account, code)} places={shownPlaces(code)} />,
  }));
  const title = text(`convert.${end}.choose`);
  return (
    <>
      <button
        type="button"
        className="chip hit h-10 text-body text-ink"
        onClick={sheet.open}
        aria-haspopup="dialog"
        aria-label={`${title}: ${form[end]}`}
      >
        <CoinIcon code={form[end]} size={24} />
        {form[end]}
        <Icon name="down" size={16} />
      </button>
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={title} closeLabel={text('system.close')}>
        <PickerList
          items={items}
          value={form[end]}
          labels={{
            search: text('wallet.search'),
            clear: text('system.clear'),
            recent: text('convert.coins.own'),
            none: text('wallet.search.none'),
          }}
          onPick={(code) => {
            change(choose(form, end, code));
            sheet.close();
          }}
        />
      </Sheet>
    </>
  );
}
