export interface OpenSearchNode {
  start(): void;
  end(signal: NodeJS.Signals): Promise<void>;
  isRunning(): boolean;
  /** The last of what it has printed. */
  output(): string;
}

export interface OpenSearchCluster {
  /** The addresses of all nodes, with commas between. */
  readonly url: string;
  readonly nodes: readonly OpenSearchNode[];
  stop(): Promise<void>;
}

export function prepareOpenSearch(options?: {
  readonly nodeCount?: number;
  readonly heapMegabytes?: number;
  readonly javaOptions?: readonly string[];
}): Promise<OpenSearchCluster | null>;
