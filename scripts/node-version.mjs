/** Imported first by every command, so that an old Node answers with one sentence instead of a stack trace. */
const oldestNode = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
  console.error(
    `Aisle needs Node ${oldestNode.join('.')} or newer to start its commands; this is Node ${process.versions.node}.`,
  );
  process.exit(1);
}
