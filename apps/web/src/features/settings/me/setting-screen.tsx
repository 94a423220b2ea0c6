import { Icon, IconButton, NavBar, Page } from '@app/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useSession } from '../../../data/session/session.ts';
import { LanguageRow } from '../preferences/language-row.tsx';
import { LogOut } from './log-out.tsx';
import { MeSearch } from './me-search.tsx';
import { ColoursValue, LimitsValue, SecurityValue } from './me-values.tsx';
import { MENU } from './menu.ts';
import { Group, MenuLines } from './menu-group.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { OrdersRow } from './orders-row.tsx';
import { ResetDemoRow } from './reset-demo-row.tsx';
import { Who } from './who.tsx';

/** /pages/setting/setting */
export default function SettingScreen() {
  const text = useText();
  const [isSearching, setSearching] = useState(false);
  const isVisitor = useSession(({ token }) => token === undefined);
  const leave = useBack();
  const back = { label: text('system.back'), go: isSearching ? () => setSearching(false) : leave };
  return (
    <Page
      bar={<NavBar title={text('settings.title')} back={back} end={<BarEnd search={() => setSearching(true)} />} />}
    >
      {isSearching ? <MeSearch /> : isVisitor ? <VisitorsMe /> : <OwnMe />}
    </Page>
  );
}

/** Support is in the list too: in demo mode the mode label leaves space for only one icon. */
function BarEnd({ search }: { search: () => void }) {
  const text = useText();
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  return (
    <>
      <IconButton label={text('settings.search')} onClick={search}>
        <Icon name="search" />
      </IconButton>
      {!isDemo && (
        <Link className="iconbtn" to="/pages/common/serverView" aria-label={text('chat.support.title')}>
          <Icon name="headset" />
        </Link>
      )}
    </>
  );
}

function VisitorsMe() {
  return (
    <div className="pb-6">
      <Who />
      <Group>
        <LanguageRow />
        <MenuLines lines={MENU.preferences} values={{ '/pages/setting/set': <ColoursValue /> }} />
      </Group>
      <Group>
        <MenuLines lines={MENU.all} />
      </Group>
    </div>
  );
}

function OwnMe() {
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  return (
    <>
      <Who />
      <ModeSwitch />
      {isDemo && (
        <Group>
          <ResetDemoRow />
        </Group>
      )}
      <Group>
        <MenuLines lines={MENU.account} values={{ '/pages/setting/security': <SecurityValue /> }} />
      </Group>
      <Group>
        <MenuLines lines={MENU.money} />
      </Group>
      <Group>
        <OrdersRow />
      </Group>
      <Group>
        <LanguageRow />
        <MenuLines lines={MENU.preferences} values={{ '/pages/setting/set': <ColoursValue /> }} />
        <MenuLines lines={MENU.care} values={{ '/pages/plus/limits': <LimitsValue /> }} />
      </Group>
      <Group>
        <MenuLines lines={MENU.all} />
      </Group>
      <LogOut />
    </>
  );
}
