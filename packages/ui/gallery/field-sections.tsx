import { useState } from 'react';
import {
  AmountField,
  AmountLine,
  CodeField,
  CodeSender,
  CoinIcon,
  Field,
  Icon,
  PasswordField,
  PercentSlider,
  SearchField,
  SelectButton,
  Stepper,
} from '../src/index.ts';
import type { Section } from './section.ts';

const nothing = () => undefined;

/** Parses steps of a tick of 0.1 into whole tenths, so that no float is involved. */
const tenths = (value: string) => BigInt(value.replace('.', '') || '0') * (value.includes('.') ? 1n : 10n);
const written = (count: bigint) => `${count / 10n}.${count % 10n}`;
const stepUp = (value: string) => written(tenths(value) + 1n);
const stepDown = (value: string) => (tenths(value) > 0n ? written(tenths(value) - 1n) : undefined);

function Fields() {
  const [email, setEmail] = useState('mira@exam');
  return (
    <div className="grid gap-3">
      <Field label="Email" placeholder="name@example.com" />
      <Field
        label="Filled"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        hint="Codes and receipts go there."
      />
      <Field
        label="Error"
        defaultValue="0.0004"
        end={<span className="field__u">BTC</span>}
        error="Minimum is 0.0005 BTC"
      />
      <Field label="Disabled" defaultValue="TM4F2K" disabled />
      <PasswordField
        label="Password"
        defaultValue="tide-pool-lantern"
        showLabel="Show password"
        hideLabel="Hide password"
        aside={
          <a className="hit text-brand" href="#forgot">
            Forgot?
          </a>
        }
      />
    </div>
  );
}

function Searches() {
  const [typed, setTyped] = useState('bitc');
  return (
    <div className="grid gap-3">
      <SearchField label="Search coins" value="" onChange={nothing} clearLabel="Clear the search" />
      <SearchField label="Search pairs" value={typed} onChange={setTyped} clearLabel="Clear the search" />
    </div>
  );
}

const usdt = (
  <>
    <CoinIcon code="USDT" size={20} /> USDT
  </>
);

const Selects = () => (
  <div className="grid gap-3">
    <SelectButton label="Country" placeholder="Choose a country" open={false} onClick={nothing} />
    <SelectButton label="Document" value="Passport" open={false} onClick={nothing} />
    <SelectButton
      label="Network"
      placeholder="Choose a network"
      error="Choose the network first"
      open={false}
      onClick={nothing}
    />
    <SelectButton label="Bank" value="Not available here" disabled open={false} onClick={nothing} />
    <div className="grid grid-cols-2 gap-2">
      <SelectButton label="Order type" value="Limit" compact open={false} onClick={nothing} />
      <SelectButton
        label="Time in force"
        value="Good till cancelled, post only"
        compact
        open={false}
        onClick={nothing}
      />
    </div>
  </div>
);

function Order() {
  const [price, setPrice] = useState('67820.0');
  const [amount, setAmount] = useState('0.01500');
  const [percent, setPercent] = useState(31);
  const less = { label: 'One tick less', step: stepDown };
  const more = { label: 'One tick more', step: stepUp };
  return (
    <div className="grid gap-2">
      <Stepper label="Price · USDT" value={price} places={1} onChange={setPrice} less={less} more={more} />
      <AmountLine label="Amount" value={amount} places={5} onChange={setAmount} unit="BTC" />
      <PercentSlider label="Share of what is available" percent={percent} onSlide={setPercent} tone="up" />
      <AmountLine label="Total" value="" places={2} onChange={nothing} unit="USDT" />
      <Stepper
        label="Stop price · USDT"
        value="0.1"
        places={1}
        onChange={nothing}
        less={less}
        more={more}
        error="Below the last price by more than a half"
      />
      <AmountLine
        label="Amount"
        value="0.0004"
        places={5}
        onChange={nothing}
        unit="BTC"
        error="Minimum is 0.0005 BTC"
      />
      <Stepper label="Price" value="67842.1" places={1} onChange={nothing} less={less} more={more} disabled />
      <AmountLine label="Market" value="" places={5} onChange={nothing} unit="USDT" disabled />
    </div>
  );
}

function Amounts() {
  const [amount, setAmount] = useState('1250.00');
  const [percent, setPercent] = useState(39);
  const presets = ['25%', '50%', '75%', 'Max'].map((label, index) => ({
    label,
    fill: () => setPercent(25 * (index + 1)),
  }));
  const available = (
    <span className="text-ink-3">
      Available <span className="text-brand">3,204.60</span>
    </span>
  );
  const unit = (
    <button type="button" className="chip">
      {usdt} <Icon name="down" size={12} />
    </button>
  );
  return (
    <div className="grid gap-3">
      <AmountField
        label="Amount"
        value={amount}
        places={2}
        onChange={setAmount}
        aside={available}
        unit={unit}
        presets={presets}
        about="≈ $1,250.00"
        slider={{ label: 'Share of what is available', percent, onSlide: setPercent }}
      />
      <AmountField
        label="Amount"
        value="123456789012.123456"
        places={6}
        onChange={nothing}
        aside={available}
        unit={unit}
        presets={presets}
        error="More than is available"
      />
    </div>
  );
}

function Sliders() {
  const [percent, setPercent] = useState(25);
  return (
    <div className="grid gap-2">
      <PercentSlider label="Nothing" percent={0} onSlide={nothing} />
      <PercentSlider label="A quarter" percent={percent} onSlide={setPercent} />
      <PercentSlider label="To sell" percent={62} onSlide={nothing} tone="down" />
      <PercentSlider label="All" percent={100} onSlide={nothing} tone="up" />
      <PercentSlider label="Not now" percent={50} onSlide={nothing} disabled />
    </div>
  );
}

function Codes() {
  const [code, setCode] = useState('402');
  return (
    <div className="grid gap-4">
      <CodeSender
        label="Code from the mail"
        value={code}
        onChange={setCode}
        sendLabel="Send code"
        secondsLeft={0}
        onSend={nothing}
      />
      <CodeSender
        label="Sent"
        value="40"
        onChange={nothing}
        sendLabel="Again in 42 s"
        secondsLeft={42}
        onSend={nothing}
        hint="Sent to m…a@example.com"
      />
      <CodeSender
        label="Being sent"
        value=""
        onChange={nothing}
        sendLabel="Sending"
        secondsLeft={0}
        onSend={nothing}
        sending
      />
      <CodeField label="Wrong" value="402917" onChange={nothing} error="This code is not right" />
    </div>
  );
}

export const fieldSections: readonly Section[] = [
  { title: 'Fields', body: <Fields /> },
  { title: 'Search', body: <Searches /> },
  { title: 'Choosing in a sheet', body: <Selects /> },
  { title: 'Order entry', body: <Order /> },
  { title: 'Amount field', body: <Amounts /> },
  { title: 'Percent slider', body: <Sliders /> },
  { title: 'Codes', body: <Codes /> },
];
