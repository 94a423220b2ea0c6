import { Button, CoinIcon, Field, PickerList, SelectButton, Sheet } from '@app/ui';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { addressOf, readTickNumber } from './read-address.ts';
import { WhatIsChecked } from './what-is-checked.tsx';

const STEPS = [
  ['hash', 'proof.about.signed'],
  ['link', 'proof.about.chain'],
  ['shield-check', 'proof.about.kept'],
] as const;

type Props = { markets: readonly MarketInfo[]; symbol: string | undefined; isUnreadable: boolean };

/** Selects the price to check: a market, and a tick by its number or the newest. */
export function CheckForm({ markets, symbol: query, isUnreadable }: Props) {
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
    lead: <CoinIcon code={market.base} size={24} />,
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
