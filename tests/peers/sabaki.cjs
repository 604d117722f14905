// Reads the file that each line of stdin names, and prints what @sabaki/sgf reads in it: a line of
// JSON with the nodes in file order, each as its parent's number and its properties.

const fs = require("fs");
const readline = require("readline");
const sgf = require("@sabaki/sgf");

function flat(roots) {
  const nodes = [];
  const stack = roots.map((node) => [null, node]).reverse();
  while (stack.length > 0) {
    const [parent, node] = stack.pop();
    const number = nodes.length;
    nodes.push([parent, node.data]);
    for (const child of node.children.slice().reverse()) stack.push([number, child]);
  }
  return nodes;
}

readline.createInterface({ input: process.stdin }).on("line", (path) => {
  let answer;
  try {
    answer = { nodes: flat(sgf.parse(fs.readFileSync(path, "utf8"))) };
  } catch (error) {
    answer = { error: String(error) };
  }
  console.log(JSON.stringify(answer));
});
