// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

/// Moves what deposit addresses hold to one address, which its code names for ever. It stores nothing. A deposit address delegates to it
/// (EIP-7702) for one transaction. Anybody may call it: coins go to DESTINATION, or stay.
contract Sweeper {
    address payable public immutable DESTINATION;

    /// Ether that left the address whose event this is: ether that code moves leaves no other trace in a receipt.
    event SweptEther(uint256 value);

    constructor(address payable destination) {
        DESTINATION = destination;
    }

    /// An address that delegates can still be paid, with a little more gas than the 21,000 of a plain payment.
    receive() external payable {}

    /// Sweeps several addresses that delegate to this code. One that cannot be swept does not keep the others back.
    function sweepMany(address[] calldata owners, address[][] calldata tokens) external {
        for (uint256 i = 0; i < owners.length; i++) attempt(owners[i], abi.encodeCall(Sweeper.sweep, (tokens[i])));
    }

    /// Moves the whole balance of each token and all ether. What a token answers is not read: some return nothing.
    function sweep(address[] calldata tokens) external {
        for (uint256 i = 0; i < tokens.length; i++) {
            (bool known, bytes memory answer) =
                tokens[i].staticcall(abi.encodeWithSignature("balanceOf(address)", address(this)));
            if (!known || answer.length < 32) continue;
            uint256 held = abi.decode(answer, (uint256));
            if (held > 0) attempt(tokens[i], abi.encodeWithSignature("transfer(address,uint256)", DESTINATION, held));
        }
        uint256 held_ = address(this).balance;
        if (held_ > 0 && DESTINATION.send(held_)) emit SweptEther(held_);
    }

    /// Calls, whatever becomes of it.
    function attempt(address target, bytes memory data) private returns (bool done) {
        (done, ) = target.call(data);
    }
}
