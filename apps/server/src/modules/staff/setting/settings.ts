import type { Setting } from '@app/domain/reference';
import type { Output } from '@app/protocol';
import type * as routes from '@app/protocol/staff';
import { refuseWith } from '../../../platform/http/accept.ts';
import { readHistory, readNewestVersions, type SettingVersion } from '../../reference/index.ts';
import { readWaiting } from '../change/change.store.ts';
import type { AllSettings, StaffDeps } from '../staff-deps.ts';
import { type Form, formOf } from './setting-form.ts';

type Listed = Output<typeof routes.getStaffSetting>['setting'];

const HISTORY_MAX = 200;

/** Lists every setting that a rule reads, in the order of their keys. */
export async function listSettings(deps: StaffDeps): Promise<Output<typeof routes.listStaffSettings>> {
  const [versions, waiting] = await Promise.all([readNewestVersions(deps.db), readWaiting(deps.db)]);
  const byKey = Map.groupBy(versions, ({ key }) => key);
  const list = [...deps.allSettings.values()]
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map((setting) => describe(deps.allSettings, setting, byKey.get(setting.key) ?? [], waiting));
  return { list };
}

/** Returns one setting with who made and signed its versions, and why. */
export async function getSetting(deps: StaffDeps, key: string): Promise<Output<typeof routes.getStaffSetting>> {
  const setting = deps.allSettings.get(key) ?? refuseWith('not_found');
  const [versions, waiting] = await Promise.all([readHistory(deps.db, key, HISTORY_MAX), readWaiting(deps.db)]);
  return {
    setting: describe(deps.allSettings, setting, versions.toReversed(), waiting),
    history: versions.map((row) => ({
      version: row.version,
      value: JSON.stringify(row.value),
      from: row.from.getTime(),
      made_by: row.set_by,
      signed_by: row.approved_by,
      reason: row.reason,
    })),
  };
}

/** Describes a setting by its versions, oldest first. */
function describe(
  all: AllSettings,
  setting: Setting<unknown>,
  versions: readonly SettingVersion[],
  waiting: ReadonlyMap<string, bigint>,
): Listed {
  const current = versions.findLast((row) => !row.is_planned);
  const planned = versions.find((row) => row.is_planned);
  return {
    key: setting.key,
    meaning: setting.meaning,
    form: formIn(all, setting),
    value: JSON.stringify(current === undefined ? setting.codec.encode(setting.initial) : current.value),
    version: current?.version ?? 0,
    since: current?.from.getTime() ?? null,
    next_version: (versions.at(-1)?.version ?? 0) + 1,
    planned:
      planned === undefined
        ? null
        : { version: planned.version, value: JSON.stringify(planned.value), from: planned.from.getTime() },
    waiting: waiting.get(`setting:${setting.key}`) ?? null,
  };
}

/** Forms never change while a process runs, and a search asks a codec a hundred times. */
const forms = new WeakMap<AllSettings, Map<string, Form>>();

function formIn(all: AllSettings, setting: Setting<unknown>): Form {
  const known = forms.get(all) ?? new Map<string, Form>();
  forms.set(all, known);
  const form = known.get(setting.key) ?? formOf(setting);
  known.set(setting.key, form);
  return form;
}
