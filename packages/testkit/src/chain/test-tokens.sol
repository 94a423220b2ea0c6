// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

/// A token with six places whose transfer returns nothing, as that of the real USDT.
contract TestUsdt {
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external {
        move(to, value);
    }

    /// Several transfers in one transaction.
    function transferMany(address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) move(to[i], values[i]);
    }

    function move(address to, uint256 value) internal {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}

/// Reports transfers that move nothing.
contract LyingUsdt is TestUsdt {
    function lie(address to, uint256 value) external {
        emit Transfer(msg.sender, to, value);
    }
}
