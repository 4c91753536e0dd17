export interface OpenSearchNode {
  start(): void;
  end(signal: NodeJS.Signals): Promise<void>;
  isRunning(): boolean;
  /** The last of what it printed. */
  output(): string;
}

export interface OpenSearchCluster {
  /** The addresses of all nodes, separated by commas. */
  readonly url: string;
  readonly nodes: readonly OpenSearchNode[];
  stop(): Promise<void>;
}

export function prepareOpenSearch(options?: {
  readonly nodeCount?: number;
  readonly heapMegabytes?: number;
  readonly javaOptions?: readonly string[];
}): Promise<OpenSearchCluster | null>;
export function installDebian(...packages: string[]): Promise<boolean>;
export function installedChromium(): string | null;
