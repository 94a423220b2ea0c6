import { Icon, IconButton, NavBar, Page } from '@app/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../../shared/session.ts';
import { useText } from '../../../shared/texts.ts';
import { useBack } from '../../../shared/use-back.ts';
import { LanguageRow } from '../components/language-row.tsx';
import { LogOut } from '../components/log-out.tsx';
import { MeSearch } from '../components/me-search.tsx';
import { ColoursValue, LimitsValue, SecurityValue } from '../components/me-values.tsx';
import { Group, MenuLines } from '../components/menu-group.tsx';
import { ModeSwitch } from '../components/mode-switch.tsx';
import { OrdersRow } from '../components/orders-row.tsx';
import { ResetDemoRow } from '../components/reset-demo-row.tsx';
import { Who } from '../components/who.tsx';
import { MENU } from '../model/menu.ts';

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
