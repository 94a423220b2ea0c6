import { useMemo, useState } from 'react';
import { useChange, useMe, useSetting, useSettings } from '../../data/queries.ts';
import { groupOf } from '../../data/settings.ts';
import { useSay } from '../../data/texts.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { ChangePane } from '../../parts/change-pane.tsx';
import { DeskPage } from '../../parts/desk-page.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { ProposeForm } from './propose-form.tsx';
import { SettingDetail } from './setting-detail.tsx';
import { SettingList } from './setting-list.tsx';

/** Roles that propose settings. */
const SETTERS: readonly string[] = ['operator', 'finance', 'risk', 'security'];

/** Settings by group; the chosen one with its history, and on the right the change that waits or the form for one. */
export function SettingsScreen() {
  const say = useSay();
  const me = useMe();
  const address = useAddress();
  const [isEditing, setEditing] = useState(false);
  const search = (address.get('q') ?? '').toLowerCase();
  const { data } = useSettings();
  const all = useMemo(() => data?.list.filter(({ key }) => !key.startsWith('switch.')) ?? [], [data]);
  const key = address.get('key') ?? all[0]?.key;
  const group = groupOf(key ?? '');
  const shown = all.filter((it) =>
    search === '' ? groupOf(it.key) === group : `${it.key} ${it.meaning}`.toLowerCase().includes(search),
  );
  const { data: detail } = useSetting(key);
  const waiting = detail?.setting.waiting ?? null;
  const { data: change } = useChange(waiting === null ? undefined : String(waiting));
  const mayPropose = me.roles.some((role) => SETTERS.includes(role));

  const select = (next: string | undefined) => {
    if (next === undefined) return;
    setEditing(false);
    address.set({ key: next, pane: undefined });
  };
  const at = shown.findIndex((it) => it.key === key);
  useKeys({ j: () => select(shown[at + 1]?.key), k: () => select(shown[at - 1]?.key) });

  const body = () => {
    if (detail === undefined || key === undefined) return null;
    const edited = isEditing ? change : undefined;
    if (waiting !== null && edited === undefined)
      return <ChangePane id={String(waiting)} onEdit={mayPropose ? () => setEditing(true) : undefined} />;
    if (!mayPropose) return <p className="d-px py-4 text-ink-3">{say('settings.only_read')}</p>;
    return (
      <ProposeForm
        key={`${key} ${detail.setting.version} ${edited?.id ?? ''}`}
        setting={detail.setting}
        change={edited}
        onDone={() => setEditing(false)}
      />
    );
  };
  return (
    <DeskPage
      title={say('settings.title')}
      {...(key !== undefined && { about: key })}
      end={
        <>
          <button
            type="button"
            className="d-btn d-only-narrow"
            onClick={() => address.set({ pane: address.get('pane') === 'open' ? undefined : 'open' })}
          >
            {say(waiting === null ? 'settings.change' : 'settings.review')}
          </button>
          <SearchBox label={say('settings.find')} value={search} onChange={(q) => address.set({ q })} />
        </>
      }
      list={<SettingList all={all} shown={shown} selected={key} onSelect={select} />}
      aside={{
        label: say('settings.pane'),
        isOpen: address.get('pane') === 'open',
        onClose: () => address.set({ pane: undefined }),
        body: body(),
      }}
      keys={[
        [['j', 'k'], say('keys.setting')],
        [['a'], say('change.sign')],
        [['r'], say('change.refuse')],
        [['e'], say('keys.edit')],
      ]}
    >
      {detail === undefined ? (
        <section className="d-pane" />
      ) : (
        <SettingDetail detail={detail} change={waiting === null ? undefined : change} />
      )}
    </DeskPage>
  );
}
