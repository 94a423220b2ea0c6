import { describe, expect, it } from 'vitest';
import { accountOpener } from './open-account.ts';
import { EMPTY_FORM } from './register-form.ts';

const of = (user_string: string, password = 'first') => ({
  account: { user_string, type: 'email' as const },
  country: 'DE',
  form: { ...EMPTY_FORM, password },
});

/** Writes down what is asked for; what `fails` names is not answered. */
function world() {
  const asked: string[] = [];
  const fails = new Set<string>();
  const ask = (what: string, name: string) => {
    asked.push(`${what} ${name}`);
    return fails.has(what) ? Promise.reject(new Error(`${what} was not answered`)) : Promise.resolve();
  };
  const open = accountOpener({
    register: ({ account }) => ask('register', account.user_string),
    logIn: ({ account, password }) => ask('login', `${account.user_string} ${password}`),
  });
  return { asked, fails, open };
}

describe('opening an account', () => {
  it('given the login after it was not answered, when it is pressed again, then only the login is repeated', async () => {
    const { asked, fails, open } = world();
    fails.add('login');
    await expect(open(of('a@b.example'))).rejects.toThrow('login was not answered');
    fails.clear();
    await open(of('A@b.example', 'second'));
    expect(asked).toEqual(['register a@b.example', 'login a@b.example first', 'login A@b.example second']);
  });

  it('given the account was not opened, when it is pressed again, then it is asked for again', async () => {
    const { asked, fails, open } = world();
    fails.add('register');
    await expect(open(of('a@b.example'))).rejects.toThrow('register was not answered');
    fails.clear();
    await open(of('a@b.example'));
    expect(asked).toEqual(['register a@b.example', 'register a@b.example', 'login a@b.example first']);
  });

  it('given another account, then it is opened as well', async () => {
    const { asked, fails, open } = world();
    fails.add('login');
    await expect(open(of('a@b.example'))).rejects.toThrow('login was not answered');
    fails.clear();
    await open(of('c@b.example'));
    expect(asked.slice(2)).toEqual(['register c@b.example', 'login c@b.example first']);
  });
});
