import {
  Button,
  Field,
  Icon,
  IconButton,
  NavBar,
  Page,
  PairIcon,
  Panel,
  PickerList,
  Segmented,
  SelectButton,
  Sheet,
  showToast,
} from '@app/ui';
import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Text, useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { NewestTick } from '../price/newest-tick.tsx';
import { TickCheck } from '../price/tick-check.tsx';
import { ReceiptCheck } from '../receipt/receipt-check.tsx';
import { TradeForm } from '../receipt/trade-form.tsx';
import { CheckLoading } from './check-loading.tsx';
import { NoSuchMarket } from './no-evidence.tsx';
import { addressOf, readAddress, readTickNumber, type Wanted } from './read-address.ts';
import { WhatIsChecked } from './what-is-checked.tsx';
/** /pages/plus/verify?symbol=BTC/USDT&seq=123 for a price, ?id=123 for a trade with the house. */
export default function VerifyScreen() {
  const text = useText();
  const [address] = useSearchParams();
  const wanted = readAddress(address);
  const isTrade = wanted.kind === 'receipt' || wanted.kind === 'unreadable_receipt';
  const share = wanted.kind === 'tick' || wanted.kind === 'receipt' ? <ShareCheck /> : undefined;
  const title = text(isTrade ? 'proof.receipt.title' : 'proof.title');
  return (
    <Page bar={<NavBar title={title} back={{ label: text('system.back'), go: useBack() }} end={share} />}>
      <Panel loading={<CheckLoading />}>
        <Check wanted={wanted} />
      </Panel>
    </Page>
  );
}

/** Takes the market's number from the market list, never from the response to be checked. */
function Check({ wanted }: { wanted: Wanted }) {
  const markets = useMarkets();
  if (wanted.kind === 'receipt') return <ReceiptCheck key={wanted.id} id={wanted.id} markets={markets} />;
  if (wanted.kind !== 'newest' && wanted.kind !== 'tick') return <WhatToCheck markets={markets} wanted={wanted} />;
  const market = markets.find(({ symbol }) => symbol === wanted.symbol);
  if (market === undefined) return <NoSuchMarket />;
  if (wanted.kind === 'newest') return <NewestTick key={wanted.symbol} symbol={wanted.symbol} />;
  return <TickCheck key={`${wanted.symbol} ${wanted.seq}`} market={market} seq={wanted.seq} />;
}

/** Shares the address, which names the tick, so that the recipient recomputes the same price. */
function ShareCheck() {
  const text = useText();
  return (
    <IconButton label={text('proof.share')} onClick={() => void share(text)}>
      <Icon name="share" />
    </IconButton>
  );
}

async function share(text: Text): Promise<void> {
  try {
    if (navigator.share === undefined) await navigator.clipboard.writeText(location.href);
    else return await navigator.share({ title: document.title, url: location.href });
    showToast(text('proof.share.copied'), 'ok');
  } catch (error) {
    const isGivenUp = error instanceof DOMException && error.name === 'AbortError';
    if (!isGivenUp) showToast(text('refusal.copy_failed'), 'error');
  }
}

type Props = {
  markets: readonly MarketInfo[];
  wanted: Extract<Wanted, { kind: 'nothing' | 'unreadable' | 'unreadable_receipt' }>;
};

/** Selects a price or a trade to check. */
function WhatToCheck({ markets, wanted }: Props) {
  const text = useText();
  const isTrade = wanted.kind === 'unreadable_receipt';
  const [what, setWhat] = useState<'price' | 'trade'>(isTrade ? 'trade' : 'price');
  const options = (['price', 'trade'] as const).map((value) => ({ value, label: text(`proof.what.${value}`) }));
  return (
    <>
      <div className="px-gutter pt-2 pb-2">
        <Segmented label={text('proof.what')} options={options} value={what} onChange={setWhat} />
      </div>
      {what === 'trade' ? (
        <TradeForm isUnreadable={isTrade} />
      ) : (
        <CheckForm
          markets={markets}
          symbol={wanted.kind === 'unreadable' ? wanted.symbol : undefined}
          isUnreadable={wanted.kind === 'unreadable'}
        />
      )}
    </>
  );
}

const STEPS = [
  ['hash', 'proof.about.signed'],
  ['link', 'proof.about.chain'],
  ['shield-check', 'proof.about.kept'],
] as const;

type CheckFormProps = { markets: readonly MarketInfo[]; symbol: string | undefined; isUnreadable: boolean };

/** Selects the price to check: a market, and a tick by its number or the newest. */
function CheckForm({ markets, symbol: query, isUnreadable }: CheckFormProps) {
  const text = useText();
  const navigate = useNavigate();
  const [symbol, setSymbol] = useState(() => markets.find((it) => it.symbol === query)?.symbol ?? markets[0]?.symbol);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(isUnreadable);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const seq = readTickNumber(typed);
    if (typed.trim() !== '' && seq === undefined) return setWrong(true);
    if (symbol !== undefined) void navigate(addressOf(symbol, seq));
  };
  return (
    <form className="grid gap-4 px-gutter pt-2 pb-6" onSubmit={submit} noValidate>
      <p className="text-body text-ink-2">{text('proof.form.about')}</p>
      <MarketChoice markets={markets} symbol={symbol} onPick={setSymbol} />
      <Field
        label={text('proof.form.tick')}
        placeholder={text('proof.form.newest')}
        hint={text('proof.form.hint')}
        error={isWrong ? text('proof.form.wrong') : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
        inputMode="numeric"
        autoComplete="off"
        maxLength={24}
      />
      <Button type="submit" tone="primary" wide disabled={symbol === undefined}>
        {text('proof.form.check')}
      </Button>
      <WhatIsChecked steps={STEPS} />
    </form>
  );
}

type ChoiceProps = {
  markets: readonly MarketInfo[];
  symbol: string | undefined;
  onPick: (symbol: string) => void;
};

function MarketChoice({ markets, symbol, onPick }: ChoiceProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const label = text('proof.form.market');
  const pick = (value: string) => {
    onPick(value);
    setOpen(false);
  };
  const items = markets.map((market) => ({
    value: market.symbol,
    label: market.symbol,
    keywords: market.name,
    text: market.name,
    section: text(`proof.category.${market.category}`),
    lead: <PairIcon base={market.base} quote={market.quote} size={24} />,
  }));
  return (
    <>
      <SelectButton
        label={label}
        {...(symbol !== undefined && { value: symbol })}
        open={isOpen}
        onClick={() => setOpen(true)}
      />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={label} closeLabel={text('system.close')}>
        <PickerList items={items} value={symbol} onPick={pick} labels={pickerLabels(text)} />
      </Sheet>
    </>
  );
}

const pickerLabels = (text: Text) => ({
  search: text('system.search'),
  clear: text('system.clear'),
  recent: text('proof.form.market'),
  none: text('proof.form.none'),
});
