import { useLook } from '../../data/look.ts';
import type { Setting } from '../../data/queries.ts';
import { groupOf, nameOf, shortValue } from '../../data/settings.ts';
import { sayValue, useSay } from '../../data/texts.ts';
import { dayText } from '../../lib/moments.ts';

type Props = {
  all: readonly Setting[];
  shown: readonly Setting[];
  selected: string | undefined;
  onSelect: (key: string) => void;
};

/** Renders the settings of a group, and the other groups below. */
export function SettingList({ all, shown, selected, onSelect }: Props) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const group = groupOf(selected ?? '');
  const groups = Map.groupBy(all, ({ key }) => groupOf(key));
  return (
    <nav className="d-pane" aria-label={say('settings.title')}>
      <div className="d-title">
        <h2>{sayValue(say, 'group', group)}</h2>
        <small>{say('settings.of', { count: shown.length, of: all.length })}</small>
      </div>
      <ul>
        {shown.map((setting) => (
          <li key={setting.key}>
            <button
              type="button"
              aria-current={setting.key === selected}
              className={`d-line d-px d-cut min-h-11 w-full text-left ${setting.key === selected ? 'd-table__row--on' : ''}`}
              onClick={() => onSelect(setting.key)}
            >
              <span className="d-two min-w-0 overflow-hidden text-ellipsis whitespace-nowrap">
                {nameOf(setting.key)}
                <small className={setting.waiting === null ? '' : 'text-warn'}>
                  {setting.waiting !== null
                    ? say('settings.waiting')
                    : setting.since === null
                      ? say('settings.initial')
                      : say('state.since', { time: dayText(setting.since, language) })}
                </small>
              </span>
              <span className="max-w-[45%] overflow-hidden text-right text-ellipsis whitespace-nowrap">
                {shortValue(setting.value, say)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="d-title d-cut mt-auto">
        <h2>{say('settings.groups')}</h2>
      </div>
      <ul className="pb-2">
        {[...groups]
          .filter(([name]) => name !== group)
          .map(([name, settings]) => (
            <li key={name}>
              <button
                type="button"
                className="d-line d-px w-full text-ink-2"
                onClick={() => settings[0] && onSelect(settings[0].key)}
              >
                {sayValue(say, 'group', name)}
                <span className="font-normal text-ink-3">{settings.length}</span>
              </button>
            </li>
          ))}
      </ul>
    </nav>
  );
}
