import { useState } from 'react';
import { AgreementCheck, Choices, CoinIcon, PickerList, PinPad, Uploader } from '../src/index.ts';
import type { Section } from './section.ts';

const nothing = () => undefined;
const labels = { submitLabel: 'Continue', deleteLabel: 'Delete the last digit' };

function Pins() {
  const [pin, setPin] = useState('1234');
  return (
    <PinPad
      label="Trade password"
      value={pin}
      onChange={setPin}
      onSubmit={nothing}
      countLabel={`${pin.length} of 6 digits`}
      {...labels}
    />
  );
}

const WrongPin = () => (
  <PinPad
    label="Trade password, wrong"
    value="12"
    onChange={nothing}
    onSubmit={nothing}
    countLabel="2 of 6 digits"
    error="Not right. Two tries left."
    {...labels}
  />
);

const COUNTRIES = [
  ['AR', 'Argentina', '+54'],
  ['AU', 'Australia', '+61'],
  ['BR', 'Brazil', '+55'],
  ['CA', 'Canada', '+1'],
  ['CI', 'Côte d’Ivoire', '+225'],
  ['DE', 'Germany', '+49'],
  ['ID', 'Indonesia', '+62'],
  ['JP', 'Japan', '+81'],
  ['KR', 'Korea', '+82'],
  ['MX', 'Mexico', '+52'],
  ['TH', 'Thailand', '+66'],
  ['TR', 'Türkiye', '+90'],
  ['VN', 'Vietnam', '+84'],
] as const;

function Countries() {
  const [value, setValue] = useState('TR');
  return (
    <PickerList
      value={value}
      onPick={setValue}
      recents={['TR', 'DE']}
      indexed
      labels={{ search: 'Search countries', clear: 'Clear the search', recent: 'Recent', none: 'No such country' }}
      items={COUNTRIES.map(([code, label, dial]) => ({
        value: code,
        label,
        keywords: dial,
        trail: dial,
        ...(code === 'KR' && { disabled: true, reason: 'Not served yet' }),
      }))}
    />
  );
}

const Coins = () => (
  <PickerList
    value="USDT"
    onPick={nothing}
    labels={{ search: 'Search coins', clear: 'Clear the search', recent: 'Recent', none: 'No such coin' }}
    items={[
      {
        value: 'USDT',
        label: 'USDT',
        text: 'Tether',
        section: 'Held',
        lead: <CoinIcon code="USDT" />,
        trail: '3,204.60',
      },
      { value: 'BTC', label: 'BTC', text: 'Bitcoin', section: 'Held', lead: <CoinIcon code="BTC" />, trail: '0.05218' },
      {
        value: 'TON',
        label: 'TON',
        section: 'All',
        lead: <CoinIcon code="TON" />,
        disabled: true,
        reason: 'Deposits are paused until the network is repaired',
      },
    ]}
  />
);

const uploadLabels = {
  camera: 'Camera',
  album: 'Album',
  retry: 'Try again',
  again: 'Another picture',
  sent: 'Received',
  failed: 'It did not arrive. Check the line.',
  preview: 'The chosen picture',
  sending: (percent: number) => `${percent}% sent`,
};
const STEP_MS = 400;

/** Simulates a slow upload without sending anything; refuses files named "fail". */
const pretend = async (file: File, onProgress: (percent: number) => void) => {
  for (const percent of [20, 45, 70, 100]) {
    await new Promise((go) => setTimeout(go, STEP_MS));
    if (percent > 50 && file.name.startsWith('fail')) throw new Error('no line');
    onProgress(percent);
  }
};

function Agreements() {
  const [agrees, setAgrees] = useState(false);
  const terms = (
    <>
      I am 18 or older and aware of the risks. I accept the{' '}
      <a className="hit" href="#terms">
        Terms
      </a>{' '}
      and the{' '}
      <a className="hit" href="#privacy">
        Privacy notice
      </a>
      .
    </>
  );
  return (
    <div className="grid gap-3">
      <AgreementCheck checked={agrees} onChange={setAgrees}>
        {terms}
      </AgreementCheck>
      <AgreementCheck checked={false} onChange={setAgrees} error="Without it no account can be opened.">
        {terms}
      </AgreementCheck>
    </div>
  );
}

export const entrySections: readonly Section[] = [
  { title: 'Trade password', body: <Pins /> },
  { title: 'Trade password, wrong', body: <WrongPin /> },
  { title: 'Picking a country', body: <Countries /> },
  { title: 'Picking a coin', body: <Coins /> },
  {
    title: 'Choices of a sheet',
    body: (
      <Choices
        label="Order type"
        value="limit"
        onChoose={nothing}
        choices={[
          { value: 'limit', label: 'Limit' },
          { value: 'market', label: 'Market' },
        ]}
      />
    ),
  },
  {
    title: 'Upload',
    body: (
      <Uploader label="Front of the card" labels={uploadLabels} send={pretend} hint="All four corners, no glare." />
    ),
  },
  { title: 'Agreement', body: <Agreements /> },
];
