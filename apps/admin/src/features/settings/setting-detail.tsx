import type { Output } from '@app/protocol';
import type { getStaffSetting } from '@app/protocol/staff';
import { Icon, Tag } from '@app/ui';
import { type CSSProperties, useEffect, useState } from 'react';
import { useLook } from '../../data/look.ts';
import type { Change, Setting } from '../../data/queries.ts';
import { nameOf, payloadOf, placeIn, readableJson, shortValue } from '../../data/settings.ts';
import { useSay } from '../../data/texts.ts';
import { momentText } from '../../lib/moments.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { Who } from '../../parts/person.tsx';

type Detail = Output<typeof getStaffSetting>;
const HISTORY_SHOWN = 5;
/** A longer value is not shown in the largest letters. */
const HERO_LETTERS = 24;

/** Shows one setting: what it means, its value and limits, exactly what would be signed, and its history. */
export function SettingDetail({ detail, change }: { detail: Detail; change: Change | undefined }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { setting, history } = detail;
  const payload = change && payloadOf(change);
  const next = payload && JSON.stringify(payload.value);
  const shown = shortValue(next ?? setting.value, say);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has nothing else to reach with the keyboard.
    <section className="d-pane d-px pt-4 pb-8" aria-label={nameOf(setting.key)} tabIndex={0}>
      <h2 className="sr-only">{nameOf(setting.key)}</h2>
      <p className="max-w-150 font-normal text-ink-2">{setting.meaning}</p>
      <div className="flex flex-wrap items-baseline gap-5 pt-3">
        {next !== undefined && (
          <>
            <span className="text-hero font-normal text-ink-3">{shortValue(setting.value, say)}</span>
            <span className="text-ink-3" aria-hidden="true">
              →
            </span>
          </>
        )}
        <span className={shown.length > HERO_LETTERS ? 'min-w-0 text-title wrap-anywhere' : 'text-hero'}>{shown}</span>
        <span className="ml-auto font-normal text-ink-3">
          {next === undefined
            ? say('settings.version', { version: setting.version })
            : say('settings.versions', { from: setting.version, to: payload?.version ?? 0 })}
        </span>
        {change !== undefined && <Tag tone="warn">{say('settings.second_person')}</Tag>}
      </div>
      <Range setting={setting} next={next} />
      {setting.planned !== null && (
        <p className="flex items-center gap-2 py-3 text-warn">
          <Icon name="clock" size={16} />
          {say('settings.planned', {
            value: shortValue(setting.planned.value, say),
            time: momentText(setting.planned.from, language),
          })}
        </p>
      )}
      {change === undefined ? <WholeValue value={setting.value} /> : <Signed change={change} />}
      <div className="d-title d-cut mt-3 px-0">
        <h3>{say('settings.history')}</h3>
        {history.length > 0 && (
          <small>
            {say('settings.history_about', { count: Math.min(HISTORY_SHOWN, history.length), of: history.length })}
          </small>
        )}
      </div>
      <History history={history} />
    </section>
  );
}

/** Shows the least and the most a value may be, and where the value in force and the new one are between them. */
function Range({ setting, next }: { setting: Setting; next: string | undefined }) {
  const say = useSay();
  const { min, max } = setting.form;
  if (min === null && max === null) return null;
  const at = placeIn(setting, setting.value);
  const atNext = next === undefined ? undefined : placeIn(setting, next);
  if (at === undefined)
    return (
      <p className="pt-3 font-normal text-ink-3">
        {min !== null && say('settings.least', { value: min })} {max !== null && say('settings.most', { value: max })}
      </p>
    );
  const style = (place: number) => ({ '--at': `${place * 100}%` }) as CSSProperties;
  return (
    <div className="d-range">
      <i style={style(at)} />
      {atNext !== undefined && <i className="d-range__new" style={style(atNext)} />}
      <span style={style(0)}>{say('settings.least', { value: min ?? '' })}</span>
      <span style={style(1)}>{say('settings.most', { value: max ?? '' })}</span>
    </div>
  );
}

/** Shows a structure in full; a plain value is already in the headline. */
function WholeValue({ value }: { value: string }) {
  const say = useSay();
  const parsed: unknown = JSON.parse(value);
  if (typeof parsed !== 'object' || parsed === null) return null;
  return (
    <>
      <div className="d-title px-0">
        <h3>{say('settings.whole_value')}</h3>
      </div>
      <pre className="d-code ident">{readableJson(value)}</pre>
    </>
  );
}

/** Shows the bytes that both people sign, and their hash as this browser computes it. */
function Signed({ change }: { change: Change }) {
  const say = useSay();
  const [hash, setHash] = useState('');
  useEffect(() => {
    let isOver = false;
    void sha256Hex(change.payload).then((found) => !isOver && setHash(found));
    return () => {
      isOver = true;
    };
  }, [change.payload]);
  const isSame = hash === change.payload_hash;
  return (
    <>
      <div className="d-title d-cut mt-3 px-0">
        <h3>{say('settings.exactly')}</h3>
        <small className="ident flex items-center gap-1">
          {hash !== '' && <Icon name={isSame ? 'check' : 'warn'} size={12} />}
          sha256 {change.payload_hash.slice(0, 8)}…{change.payload_hash.slice(-8)}
        </small>
      </div>
      <pre className="d-code ident">{change.payload}</pre>
      {hash !== '' && !isSame && (
        <p role="alert" className="text-danger">
          {say('failed.payload_differs')}
        </p>
      )}
    </>
  );
}

function History({ history }: { history: Detail['history'] }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const [isWhole, setWhole] = useState(false);
  if (history.length === 0) return <p className="font-normal text-ink-3">{say('settings.never')}</p>;
  return (
    <>
      <table className="w-full text-left">
        <thead className="text-micro text-ink-3">
          <tr>
            {(['version', 'from', 'value', 'made_by', 'signed_by', 'why'] as const).map((name) => (
              <th key={name} scope="col" className="h-7 pr-4 font-normal">
                {say(`history.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {history.slice(0, isWhole ? history.length : HISTORY_SHOWN).map((row) => (
            <tr key={row.version} className="h-9 border-t border-line">
              <td className="pr-4">{row.version}</td>
              <td className="pr-4 whitespace-nowrap text-ink-2">{momentText(row.from, language)}</td>
              <td className="pr-4">{shortValue(row.value, say)}</td>
              <td className="pr-4">
                <Who name={row.made_by} />
              </td>
              <td className="pr-4">
                {row.signed_by.length === 0 ? '—' : row.signed_by.map((name) => <Who key={name} name={name} />)}
              </td>
              <td className="text-ink-2">{row.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {history.length > HISTORY_SHOWN && !isWhole && (
        <button type="button" className="d-btn mt-2" onClick={() => setWhole(true)}>
          {say('settings.all_history')}
        </button>
      )}
    </>
  );
}
