import { Logo, TabBar, TabFace, tabClass } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../data/app/texts.ts';
import { isTab, type TAB_PATHS } from './tab-paths.ts';

const TABS = [
  { path: '/pages/index/index', text: 'system.tab.home', icon: 'home', iconOn: 'home-on' },
  { path: '/pages/market/market', text: 'system.tab.markets', icon: 'markets', iconOn: 'markets-on' },
  { path: '/pages/transaction/currency', text: 'system.tab.spot', icon: 'spot', iconOn: 'spot-on' },
  { path: '/pages/transaction/contract', text: 'system.tab.contract', icon: 'contract', iconOn: 'contract-on' },
  { path: '/pages/fund/assets', text: 'system.tab.assets', icon: 'assets', iconOn: 'assets-on' },
] as const satisfies readonly { path: (typeof TAB_PATHS)[number]; text: string; icon: string; iconOn: string }[];

/**
 * Tab bar. On a wide screen the rail stays beside every page. Switching tabs replaces the history entry, so back leaves
 * the app instead of going through every tab.
 */
export function Tabs({ path }: { path: string }) {
  const text = useText();
  return (
    <TabBar label={text('system.tabs')} brand={<Logo name={text('system.name')} />} wideOnly={!isTab(path)}>
      {TABS.map((tab) => (
        <Link
          key={tab.path}
          to={tab.path}
          replace
          className={tabClass(tab.path === path)}
          aria-current={tab.path === path ? 'page' : undefined}
        >
          <TabFace name={text(tab.text)} icon={tab.icon} iconOn={tab.iconOn} selected={tab.path === path} />
        </Link>
      ))}
    </TabBar>
  );
}
