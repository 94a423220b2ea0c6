import { useState } from 'react';
import {
  Button,
  Checkbox,
  ChipChecks,
  ChipGroup,
  Icon,
  IconButton,
  RadioList,
  Segmented,
  Switch,
  SwitchRow,
  Tabs,
  Tag,
} from '../src/index.ts';
import type { Section } from './section.ts';

const nothing = () => undefined;

const COLOURS = [
  ...['bg', 's1', 's2', 's3', 'line', 'line-strong', 'text-1', 'text-2'],
  ...['text-3', 'brand', 'up', 'down', 'ok', 'warn', 'danger', 'info'],
];
const MODES = [
  ['gu', 'Green up'],
  ['ru', 'Red up'],
  ['cb', 'Colour-blind'],
] as const;

const Colours = () => (
  <div className="grid gap-3">
    <div className="grid grid-cols-4 gap-2">
      {COLOURS.map((name) => (
        <div key={name} className="text-micro text-ink-3">
          <i className="gallery__swatch" style={{ '--fill': `var(--${name})` }} />
          {name}
        </div>
      ))}
    </div>
    <div className="grid grid-cols-3 gap-2">
      {MODES.map(([mode, labels]) => (
        <div key={mode} data-price={mode} className="grid justify-items-start gap-1 rounded-control bg-s1 p-3">
          <span className="text-micro text-ink-3">{labels}</span>
          <Tag tone="up" icon="arrow-up">
            +1.84%
          </Tag>
          <Tag tone="down" icon="arrow-down">
            −0.62%
          </Tag>
        </div>
      ))}
    </div>
  </div>
);

const Type = () => (
  <div className="grid gap-1.5">
    <p className="text-display">
      24,812<span className="text-ink-3">.60</span>
    </p>
    <p className="text-h2">h2 20/28 · 7,049.40</p>
    <p className="text-title">Title 17/24</p>
    <p>Body 15/22, the default text</p>
    <p className="text-label text-ink-2">Label 13/18, secondary</p>
    <p className="text-micro text-ink-3">micro 11/16</p>
    <p lang="th">ภาษาไทย บรรทัดสูงขึ้นสองพิกเซล</p>
    <p lang="vi">Tiếng Việt: dòng cao thêm hai điểm ảnh</p>
  </div>
);

const Buttons = () => (
  <div className="grid gap-2">
    <div className="grid grid-cols-2 gap-2">
      <Button tone="primary">Primary</Button>
      <Button>Secondary</Button>
      <Button tone="up">Buy BTC</Button>
      <Button tone="down">Sell BTC</Button>
      <Button tone="primary" busy>
        Sending
      </Button>
      <Button tone="up" blocked>
        Enter amount
      </Button>
      <Button tone="down" blocked>
        Not enough BTC
      </Button>
      <Button tone="primary" blocked>
        Fill in the code
      </Button>
      <Button tone="danger">Freeze account</Button>
      <Button tone="ghost">Text action</Button>
    </div>
    <div className="flex flex-wrap gap-2">
      <Button size="small">Cancel</Button>
      <Button size="small" tone="primary">
        Copy
      </Button>
      <Button size="small" blocked disabled>
        Full
      </Button>
      <Button size="small" tone="line">
        Filter
      </Button>
      <Button size="small" busy>
        Cancel
      </Button>
      <IconButton label="Search">
        <Icon name="search" />
      </IconButton>
    </div>
    <div className="grid grid-cols-2 gap-2">
      <Button size="large" tone="up">
        Up <Icon name="arrow-up" size={20} />
      </Button>
      <Button size="large" tone="down">
        Down <Icon name="arrow-down" size={20} />
      </Button>
    </div>
    <Button wide tone="primary">
      A long text of a button takes two lines rather than being cut off at its end
    </Button>
  </div>
);

function Chips() {
  const [quote, setQuote] = useState('USDT');
  const [kinds, setKinds] = useState<readonly string[]>(['l1', 'pay']);
  return (
    <div className="grid gap-4">
      <ChipGroup
        label="Quote"
        value={quote}
        onChange={setQuote}
        chips={[
          { value: 'all', label: 'All' },
          { value: 'USDT', label: 'USDT' },
          { value: 'USDC', label: 'USDC' },
          { value: 'soon', label: 'Soon', disabled: true },
          { value: 'longer', label: 'Layer 1 and infrastructure' },
        ]}
      />
      <ChipChecks
        label="Kinds"
        wrap
        values={kinds}
        onChange={setKinds}
        chips={[
          { value: 'l1', label: 'Layer 1' },
          { value: 'l2', label: 'Layer 2' },
          { value: 'pay', label: 'Payments' },
          { value: 'meme', label: 'Meme' },
          { value: 'defi', label: 'DeFi' },
        ]}
      />
    </div>
  );
}

function Segments() {
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [other, setOther] = useState<'buy' | 'sell'>('sell');
  const [way, setWay] = useState<'email' | 'phone'>('email');
  const sides = [
    { value: 'buy', label: 'Buy', tone: 'up' },
    { value: 'sell', label: 'Sell', tone: 'down' },
  ] as const;
  return (
    <div className="grid gap-3">
      <Segmented label="Side" options={sides} value={side} onChange={setSide} />
      <Segmented label="Other side" options={sides} value={other} onChange={setOther} />
      <Segmented
        label="Way"
        options={[
          { value: 'email', label: 'Email' },
          { value: 'phone', label: 'Phone' },
        ]}
        value={way}
        onChange={setWay}
      />
    </div>
  );
}

function TabsDemo() {
  const [tab, setTab] = useState<'positions' | 'orders' | 'history'>('positions');
  return (
    <div className="-mx-4">
      <Tabs
        label="Orders"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'positions', label: 'Positions', count: 2 },
          { value: 'orders', label: 'Orders', count: 0 },
          { value: 'history', label: 'History' },
        ]}
      >
        <p className="p-4 text-label text-ink-3">The panel of “{tab}”.</p>
      </Tabs>
    </div>
  );
}

const Tags = () => (
  <div className="flex flex-wrap gap-2">
    <Tag>Perp</Tag>
    <Tag tone="up" icon="arrow-up">
      Long 10×
    </Tag>
    <Tag tone="down" icon="arrow-down">
      Short 5×
    </Tag>
    <Tag tone="ok" icon="check">
      Verified
    </Tag>
    <Tag tone="warn">Under review</Tag>
    <Tag tone="danger">Failed</Tag>
    <Tag tone="brand">Lead</Tag>
    <Tag tone="info">New</Tag>
  </div>
);

function Switches() {
  const [isOn, setOn] = useState(true);
  const [isTicked, setTicked] = useState(true);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Switch label="On" checked={isOn} onChange={setOn} />
        <Switch label="Off" checked={!isOn} onChange={(checked) => setOn(!checked)} />
        <Switch label="Cannot be switched" checked disabled onChange={nothing} />
        <Switch label="Cannot be switched on" checked={false} disabled onChange={nothing} />
      </div>
      <Checkbox checked={isTicked} onChange={setTicked}>
        Don’t show again in this session
      </Checkbox>
      <Checkbox checked={false} disabled onChange={nothing}>
        Cannot be ticked
      </Checkbox>
      <div className="group group--flush">
        <SwitchRow label="Confirm every order" checked={isOn} onChange={setOn} />
        <SwitchRow
          label="Tick at graduations"
          text="The device moves a little when a slider passes a quarter."
          checked={!isOn}
          onChange={(checked) => setOn(!checked)}
        />
      </div>
    </div>
  );
}

function Radios() {
  const [network, setNetwork] = useState('trc20');
  return (
    <RadioList
      label="Network"
      value={network}
      onChange={setNetwork}
      options={[
        { value: 'trc20', label: 'TRC20', text: 'Fee 1.00 · about 2 min', trail: <Tag tone="ok">Cheapest</Tag> },
        { value: 'erc20', label: 'ERC20', text: 'Fee 4.20 · about 5 min' },
        { value: 'sol', label: 'Solana', text: 'Paused while the network is under repair', disabled: true },
      ]}
    />
  );
}

export const controlSections: readonly Section[] = [
  { title: 'Colour', body: <Colours /> },
  { title: 'Type', body: <Type /> },
  { title: 'Buttons', body: <Buttons /> },
  { title: 'Chips', body: <Chips /> },
  { title: 'Segments', body: <Segments /> },
  { title: 'Tabs', body: <TabsDemo /> },
  { title: 'Tags', body: <Tags /> },
  { title: 'Switches and ticks', body: <Switches /> },
  { title: 'Radio list', body: <Radios /> },
];
