import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { upload } from '#features/data/feeds/screen/feed-source.picker.tsx';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { uploadFeedFile } from '#features/data/feeds/feeds.contract.ts';
import { endSession, onSessionElsewhere, startSession } from './session.ts';
import { beginTab, followUse, selectProject, storeProject, tabProject, tabSession } from './tab.ts';

const alpha = { id: 5, token: 'alpha' };
const beta = { id: 6, token: 'beta' };

/** What another tab does: it writes the storage that all tabs share, and the browser tells the others. */
function elsewhere(changes: Readonly<Record<string, string | null>>): void {
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
  }
}
const selectsBetaElsewhere = () => elsewhere({ client_id: beta.token, project_id: String(beta.id) });

beforeEach(() => {
  startSession('session');
  beginTab('');
  selectProject(alpha);
});

const contracts = import.meta.glob<Record<string, unknown>>('../../../features/**/*.contract.ts', { eager: true });
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'needs' in value;
const endpoints = Object.values(contracts)
  .flatMap((module) => Object.values(module))
  .flatMap((value) => (typeof value === 'object' && value !== null && !isEndpoint(value) ? Object.values(value) : [value]))
  .filter(isEndpoint);

describe('a tab', () => {
  it('calls every endpoint in its own project, whatever another tab selects', async () => {
    selectsBetaElsewhere();
    const projects = new Set<string | null>();
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      projects.add(new Headers(headers).get('x-client-id'));
      return Response.json({ err: 0, msg: '', data: {}, errors: [] });
    });
    expect(endpoints.length).toBeGreaterThan(60);
    for (const endpoint of endpoints) await call(endpoint, {} as never);
    expect([...projects]).toEqual(['alpha']);
  });

  it('uploads into its own project, whatever another tab selects', async () => {
    const sent: Record<string, string> = {};
    class Request {
      upload = {};
      status = 200;
      responseText = JSON.stringify({ err: 0, msg: '', data: {}, errors: [] });
      onload = () => {};
      open() {}
      setRequestHeader(name: string, value: string) {
        sent[name] = value;
      }
      send() {
        this.onload();
      }
    }
    vi.stubGlobal('XMLHttpRequest', Request);
    selectsBetaElsewhere();
    await upload(uploadFeedFile, { file_name: 'feed.xml' }, new Blob(['x']));
    expect(sent['x-client-id']).toBe('alpha');
  });

  it('keeps answers of its project apart from those of others', () => {
    const ofAlpha = query(listCollections, {}).queryKey;
    selectProject(beta);
    expect(query(listCollections, {}).queryKey).not.toEqual(ofAlpha);
  });

  it('keeps its project over a reload', () => {
    selectsBetaElsewhere();
    beginTab('');
    expect(tabProject()).toEqual(alpha);
  });

  it('that is new begins with the project that was used last', () => {
    sessionStorage.clear();
    selectsBetaElsewhere();
    beginTab('');
    expect(tabProject()).toEqual(beta);
  });

  it('begins with the project of its address, which the server has to say when it is another one', () => {
    beginTab('?p=5&page=2');
    expect(tabProject()).toEqual(alpha);
    beginTab('?p=7');
    expect(tabProject()).toBeNull();
  });

  it('keeps its project until the page is left for another one', () => {
    storeProject({ id: null, token: 'gamma' });
    expect(tabProject()).toEqual(alpha);
    beginTab('');
    expect(tabProject()).toEqual({ id: null, token: 'gamma' });
  });

  it('that is looked at is the one that new tabs begin with', () => {
    followUse();
    selectsBetaElsewhere();
    window.dispatchEvent(new Event('focus'));
    expect([localStorage.getItem('client_id'), localStorage.getItem('project_id')]).toEqual(['alpha', '5']);
  });
});

describe('the session of a tab', () => {
  it('is not changed by somebody who signs in elsewhere, who is told', () => {
    const told: (string | null)[] = [];
    const stop = onSessionElsewhere((token) => told.push(token));
    elsewhere({ id_token: 'of another' });
    elsewhere({ id_token: null });
    elsewhere({ language: 'cs' });
    stop();
    expect(told).toEqual(['of another', null]);
    expect(tabSession()).toBe('session');
  });

  it('ends for all tabs', () => {
    endSession('expired');
    expect(localStorage.getItem('id_token')).toBeNull();
  });

  it('leaves alone who signed in elsewhere meanwhile', () => {
    elsewhere({ id_token: 'of another' });
    endSession('expired');
    expect(localStorage.getItem('id_token')).toBe('of another');
  });
});
