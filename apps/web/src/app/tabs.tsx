import { TabBar, TabFace, tabClass } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../shared/texts.ts';

const TABS = [
  { path: '/pages/index/index', text: 'system.tab.home', icon: 'home', iconOn: 'homeOn' },
  { path: '/pages/market/market', text: 'system.tab.markets', icon: 'markets', iconOn: 'marketsOn' },
  { path: '/pages/transaction/currency', text: 'system.tab.spot', icon: 'spot', iconOn: 'spotOn' },
  { path: '/pages/transaction/contract', text: 'system.tab.contract', icon: 'contract', iconOn: 'contractOn' },
  { path: '/pages/fund/assets', text: 'system.tab.assets', icon: 'assets', iconOn: 'assetsOn' },
] as const;

export const isTab = (path: string) => TABS.some((tab) => tab.path === path);

/** Switching tabs takes the place of the last one, so back leaves the app and not through every tab. */
export function Tabs({ path }: { path: string }) {
  const text = useText();
  return (
    <TabBar label={text('system.tabs')}>
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
