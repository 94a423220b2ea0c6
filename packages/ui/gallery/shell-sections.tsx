import { useEffect, useState } from 'react';
import {
  Button,
  Facts,
  FrameBadge,
  Icon,
  IconButton,
  Level,
  Logo,
  MenuRow,
  NavBar,
  NotificationStack,
  Page,
  PageScroll,
  Row,
  Segmented,
  Steps,
  StickyActionBar,
  TabBar,
  TabFace,
  Tag,
  Toaster,
  tabClass,
} from '../src/index.ts';
import type { Section } from './section.ts';

const nothing = () => undefined;
const back = { label: 'Back', go: nothing };
const TABS = [
  ['Home', 'home', 'home-on'],
  ['Markets', 'markets', 'markets-on'],
  ['Spot', 'spot', 'spot-on'],
  ['Contract', 'contract', 'contract-on'],
  ['Assets', 'assets', 'assets-on'],
] as const;

/** The app shell: below 1024 px the tabs are a bar, from there on a rail. Toasts and results appear in it. */
const Window = () => (
  <div className="gallery__window">
    <div className="app">
      <div className="scroll" />
      <NotificationStack dismissLabel="Dismiss" />
      <TabBar label="Sections" brand={<Logo name="Tidemark" />}>
        {TABS.map(([name, icon, iconOn]) => (
          <a
            key={name}
            href={`#${name}`}
            className={tabClass(name === 'Spot')}
            aria-current={name === 'Spot' && 'page'}
          >
            <TabFace name={name} icon={icon} iconOn={iconOn} selected={name === 'Spot'} />
          </a>
        ))}
      </TabBar>
      <Toaster />
    </div>
  </div>
);

const kept = new Map<string, number>();
const ROWS = Array.from({ length: 20 }, (_, index) => index + 1);
const LATE_MS = 300;

/** Rows that load late, as from a server. */
function LateRows({ name }: { name: string }) {
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHere(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isHere && ROWS.map((at) => <Row key={at} title={`${name} ${at}`} value="0.00" />);
}

function Pages() {
  const [key, setKey] = useState<'First' | 'Second'>('First');
  const options = [
    { value: 'First', label: 'First' },
    { value: 'Second', label: 'Second' },
  ] as const;
  return (
    <div className="gallery__window">
      <div className="app">
        <PageScroll key={key} value={{ key, kept }}>
          <Page
            bar={<NavBar title={`${key} page keeps its place`} />}
            foot={<Segmented label="Page" options={options} value={key} onChange={setKey} />}
          >
            <LateRows name={key} />
          </Page>
        </PageScroll>
      </div>
    </div>
  );
}

const Bars = () => (
  <div className="-mx-4 grid gap-2">
    <NavBar title={<Logo name="Tidemark" size={26} />} />
    <NavBar title="Review withdrawal" back={back} end={<span className="pr-2 text-label text-ink-3">2 of 3</span>} />
    <NavBar
      title="A title that is longer than its bar is wide"
      back={{ ...back, close: true }}
      end={
        <IconButton label="More">
          <Icon name="more" />
        </IconButton>
      }
    />
    <StickyActionBar note="Next: trade password, then authenticator code">
      <Button>Go back</Button>
      <Button tone="primary">Continue</Button>
    </StickyActionBar>
  </div>
);

const Demo = () => (
  <div className="app--demo relative overflow-hidden rounded-card bg-s1 pb-4">
    <FrameBadge value={<Tag tone="warn">Demo</Tag>}>
      <NavBar title="BTC/USDT" />
    </FrameBadge>
    <p className="px-4 text-label text-ink-3">Same prices, same engine, practice money.</p>
  </div>
);

const Rows = () => (
  <div className="-mx-4 grid gap-2">
    <Row title="ETH" sub="Ethereum" value="0.52100" valueSub="≈ $1,777.99" />
    <div className="group">
      <MenuRow icon="shield" label="Security" value="3 of 5" onClick={nothing} />
      <MenuRow icon="globe" label="Language" value="English" onClick={nothing} />
      <MenuRow icon="logout" label="Log out" onClick={nothing} busy />
    </div>
    <div className="px-4">
      <Facts
        facts={[
          ['Limit price', '67,820.0 USDT'],
          ['A label that is long', 'a value that is so long that it needs two lines of its own'],
        ]}
      />
    </div>
  </div>
);

const Meters = () => (
  <div className="grid gap-4">
    <Steps count={5} done={3} label="Step 3 of 5" />
    <Level label="Strength" percent={82} tone="ok" marks={[35, 70]} />
    <Level label="Strength, fair" percent={50} tone="warn" marks={[35, 70]} />
    <Level label="Strength, weak" percent={20} tone="danger" marks={[35, 70]} />
  </div>
);

export const shellSections: readonly Section[] = [
  { title: 'Window, tabs and rail', body: <Window /> },
  { title: 'Pages', body: <Pages /> },
  { title: 'Bars', body: <Bars /> },
  { title: 'Demo frame', body: <Demo /> },
  { title: 'Rows', body: <Rows /> },
  { title: 'Meters', body: <Meters /> },
];
